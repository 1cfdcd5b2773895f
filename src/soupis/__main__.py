"""`python -m soupis` is the same as `soupis`."""


def main() -> None:
    """Run the command line."""
    # The worker processes of a command load this module again; what stands at its top they would all load.
    from soupis.cli import main as run

    run()


if __name__ == "__main__":
    main()
