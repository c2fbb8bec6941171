"""`python -m unoflex_cli`: the same as the command `unoflex`. Nothing else."""

import sys

from unoflex_cli.main import main

sys.exit(main())
