"""Made-up data in the source registers' own formats: for tests, benchmarks and the demo."""

from soupis.synthetic.generate import Summary, generate

__all__ = ["Summary", "generate"]
