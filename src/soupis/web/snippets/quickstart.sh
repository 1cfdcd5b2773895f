curl -sS --fail-with-body -H "Authorization: Bearer $SOUPIS_KEY" \
  "https://soupis.example/api/v1/firma/00514152"
