"""`python -m soupis` is the same as `soupis`."""

from soupis.cli import main

if __name__ == "__main__":
    main()
