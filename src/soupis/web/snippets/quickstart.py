import json
import os
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    "https://soupis.example/api/v1/firma/00514152",
    headers={"Authorization": f"Bearer {os.environ['SOUPIS_KEY']}"},
)
try:
    with urllib.request.urlopen(request) as answer:
        firma = json.load(answer)["data"]
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
# dph: null = not verified, never "not a payer"
print(firma["obchodniJmeno"], firma["dph"] and firma["dph"]["stav"])
