"""How examples are drawn in all tests: the same ones in each run, so that a run says what the last one said.

`make generated` draws others each time; what it finds is mended and gets a test of its own.
"""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", print_blob=True)
settings.load_profile("searching" if "UNOFLEX_GENERATED" in os.environ else "steady")
