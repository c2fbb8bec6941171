"""Judge all mutants of the shipped rulesets, or of the named files: `make mutants`.

`--again` judges only those that survived last time, to check whether new scenarios kill them. It writes survivors.txt;
a survivor without a reason is a failure. Not here: making and judging mutants.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from tests.mutants import surviving
from tests.mutants.judging import Bench, Verdict, mutants_of, subjects, unchanged
from tests.mutants.making import Mutant

PROCESSES = 2
bench: Bench


def begin(folder: str) -> None:
    """Give the process a copy of the rulesets."""
    global bench
    bench = Bench(Path(tempfile.mkdtemp(dir=folder)))


def judge(mutant: Mutant) -> Verdict:
    return bench.judge(mutant)


def main(names: list[str]) -> int:
    again = "--again" in names
    files = [name for name in names if name != "--again"] or list(subjects())
    unknown = [name for name in files if name not in subjects()]
    if unknown:
        print(f"not mutated: {', '.join(unknown)}; there are: {', '.join(subjects())}", file=sys.stderr)
        return 2
    before = surviving.read(surviving.FILE.read_text(encoding="utf-8")) if surviving.FILE.is_file() else {}
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    if again:
        mutants = [mutant for mutant in mutants if surviving.name(mutant) in before]
    verdicts = []
    with tempfile.TemporaryDirectory() as folder, Pool(PROCESSES, begin, (folder,)) as pool:
        for verdict in pool.map(judge, [unchanged(file) for file in files]):
            if verdict.fate != "survived":
                print(f"{verdict.mutant.file} is {verdict.fate} as it is: {verdict.by}", file=sys.stderr)
                return 1
        for verdict in pool.imap_unordered(judge, mutants, chunksize=1 if again else 8):
            verdicts.append(verdict)
            if verdict.fate == "survived" and surviving.name(verdict.mutant) not in before:
                print(f"\rsurvives: {verdict.mutant}", flush=True)
            survived = sum(each.fate == "survived" for each in verdicts)
            print(
                f"\r{len(verdicts)} of {len(mutants)} mutants, {survived} survive", end="", file=sys.stderr, flush=True
            )
    print(file=sys.stderr)
    for file in files:
        counts = Counter(each.fate for each in verdicts if each.mutant.file == file)
        told = ", ".join(f"{counts[fate]} {fate}" for fate in ("refused", "killed", "survived"))
        print(f"{file}: {sum(counts.values())} mutants, {told}")
    survivors = [each.mutant for each in verdicts if each.fate == "survived"]
    others = [each for file in subjects() if file not in files for each in mutants_of(file)]
    survivors += [each for each in others if surviving.name(each) in before]
    text = surviving.write(survivors, before)
    surviving.FILE.write_text(text, encoding="utf-8")
    without = [survivor for survivor, reason in surviving.read(text).items() if not reason]
    for survivor in without:
        print(f"survives without a reason: {survivor}")
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
