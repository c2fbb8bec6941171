"""Random numbers from four 32-bit words in a vector. Not here: who draws them, or for what.

The generator is sfc32 (Chris Doty-Humphrey, PractRand); seeds are spread with the finaliser of MurmurHash3 (Austin
Appleby). A game's words depend on (seed, index, stream) alone, whatever runs it.
"""

from __future__ import annotations

from unoflex_rules.engine.vectors import Vector

WORD = 0xFFFFFFFF


def mixed(x: int) -> int:
    """MurmurHash3's finaliser: a bijection of 32-bit words in which each bit depends on each."""
    x = x & WORD
    x = x ^ (x >> 16)
    x = (x * 0x85EBCA6B) & WORD
    x = x ^ (x >> 13)
    x = (x * 0xC2B2AE35) & WORD
    return x ^ (x >> 16)


def next_word(v: Vector, at: int) -> int:
    """The next 32-bit word of the generator whose state is v[at:at+4]."""
    a = v[at]
    b = v[at + 1]
    c = v[at + 2]
    counter = v[at + 3]
    word = (a + b + counter) & WORD
    v[at] = b ^ (b >> 9)
    v[at + 1] = (c + (c << 3)) & WORD
    v[at + 2] = ((((c << 21) & WORD) | (c >> 11)) + word) & WORD
    v[at + 3] = (counter + 1) & WORD
    return word


def seed_words(v: Vector, at: int, seed: int, index: int, stream: int) -> None:
    """Seed the generator at `at` for game `index` of `seed`; `stream` keeps several generators of a game apart.

    The first three words hold 32 bits of the seed, mixed; the counter begins with the rest. All seeds to 2^53 differ.
    """
    x = mixed(seed + 0x9E3779B9)
    x = mixed(x ^ (seed >> 32) ^ 0x7F4A7C15)
    x = mixed(x + stream * 0x632BE5AB)
    v[at] = mixed(x + index)
    v[at + 1] = mixed(x ^ mixed(index + 0x1B873593))
    v[at + 2] = mixed(x + 0xE6546B64) ^ mixed((index >> 32) + stream)
    v[at + 3] = 1 + (seed >> 32)
    for _ in range(12):
        next_word(v, at)


def below(v: Vector, at: int, n: int) -> int:
    """A number in 0 .. n-1, each equally likely; 0 when n < 2. Multiply and reject (Lemire 2019)."""
    if n < 2:
        return 0
    x = next_word(v, at) * n
    if (x & WORD) < n:
        threshold = (WORD + 1 - n) % n
        while (x & WORD) < threshold:
            x = next_word(v, at) * n
    return x >> 32
