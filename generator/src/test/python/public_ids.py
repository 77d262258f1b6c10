"""Checks a file of public ids with an implementation that shares nothing with Java's.

It needs Debian's python3-cryptography. The file has lines of key,prefix,id,text,uuid. The last line
printed says how many of them agree; any that does not is printed before, and the exit code is 1.
"""

import base64
import csv
import hashlib
import sys
import uuid

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def aes(key, block):
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(block) + encryptor.finalize()


def ff1(key, radix, tweak, digits):
    """Enciphers digits by FF1 of NIST SP 800-38G, step by step as algorithm 7 has it."""
    n, t = len(digits), len(tweak)
    u = n // 2
    v = n - u
    a, b = digits[:u], digits[u:]
    size = ((radix**v - 1).bit_length() + 7) // 8
    d = 4 * -(-size // 4) + 4
    p = bytes([1, 2, 1]) + radix.to_bytes(3, "big") + bytes([10, u % 256])
    p += n.to_bytes(4, "big") + t.to_bytes(4, "big")
    for i in range(10):
        q = tweak + bytes((-t - size - 1) % 16) + bytes([i]) + number(b, radix).to_bytes(size, "big")
        r = bytes(16)
        for start in range(0, len(p + q), 16):
            r = aes(key, bytes(x ^ y for x, y in zip(r, (p + q)[start : start + 16])))
        s = r
        for j in range(1, -(-d // 16)):
            s += aes(key, bytes(x ^ y for x, y in zip(r, j.to_bytes(16, "big"))))
        m = u if i % 2 == 0 else v
        c = (number(a, radix) + int.from_bytes(s[:d], "big")) % radix**m
        a, b = b, numerals(c, radix, m)
    return a + b


def number(digits, radix):
    value = 0
    for digit in digits:
        value = value * radix + digit
    return value


def numerals(value, radix, length):
    digits = []
    for _ in range(length):
        value, digit = divmod(value, radix)
        digits.insert(0, digit)
    return digits


def check_ff1():
    """The samples that NIST published for FF1 with AES-128."""
    key = bytes.fromhex("2B7E151628AED2A6ABF7158809CF4F3C")
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    for radix, tweak, plain, enciphered in [
        (10, "", "0123456789", "2433477484"),
        (10, "39383736353433323130", "0123456789", "6124200773"),
        (36, "3737373770717273373737", "0123456789abcdefghi", "a9tv40mll9kdu509eum"),
    ]:
        digits = ff1(key, radix, bytes.fromhex(tweak), [letters.index(c) for c in plain])
        assert "".join(letters[digit] for digit in digits) == enciphered, plain


def to_uuid(key, prefix, id):
    tag = hashlib.sha256(prefix.encode("ascii")).digest()[:8]
    own_key = aes(key, hashlib.sha256(b"public id as UUID").digest()[:16])
    plain = (id % 2**64) << 58 | int.from_bytes(tag, "big") >> 6
    bits = number(ff1(own_key, 2, b"", numerals(plain, 2, 122)), 2)
    high, middle, low = bits >> 74, bits >> 62 & 0xFFF, bits & 2**62 - 1
    return str(uuid.UUID(int=high << 80 | 8 << 76 | middle << 64 | 2 << 62 | low))


def encode(key, prefix, id):
    tag = hashlib.sha256(prefix.encode("ascii")).digest()[:8]
    rest = int.from_bytes(aes(key, id.to_bytes(8, "big", signed=True) + tag), "big")
    text = ""
    for _ in range(26):
        rest, digit = divmod(rest, 32)
        text = DIGITS[digit] + text
    return (prefix + "_" if prefix else "") + text


def agrees(row):
    given = base64.b64decode(row["key"]), row["prefix"], int(row["id"])
    return encode(*given) == row["text"] and to_uuid(*given) == row["uuid"]


def main(path):
    check_ff1()
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    wrong = [row for row in rows if not agrees(row)]
    for row in wrong:
        print("disagrees:", row)
    print(len(rows) - len(wrong), "public ids agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
