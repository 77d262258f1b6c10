"""Checks a file of public ids with an implementation that shares nothing with Java's.

It needs Debian's python3-cryptography. The file has lines of key,prefix,id,text. The last line
printed says how many of them agree; any that does not is printed before, and the exit code is 1.
"""

import base64
import csv
import hashlib
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def encode(key, prefix, number):
    tag = hashlib.sha256(prefix.encode("ascii")).digest()[:8]
    block = number.to_bytes(8, "big", signed=True) + tag
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    rest = int.from_bytes(encryptor.update(block) + encryptor.finalize(), "big")
    text = ""
    for _ in range(26):
        rest, digit = divmod(rest, 32)
        text = DIGITS[digit] + text
    return (prefix + "_" if prefix else "") + text


def main(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    wrong = [row for row in rows if encode(base64.b64decode(row["key"]), row["prefix"], int(row["id"])) != row["text"]]
    for row in wrong:
        print("disagrees:", row)
    print(len(rows) - len(wrong), "public ids agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
