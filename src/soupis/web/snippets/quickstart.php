<?php
$answer = file_get_contents('https://soupis.example/api/v1/firma/00514152', false, stream_context_create([
    'http' => ['header' => 'Authorization: Bearer ' . getenv('SOUPIS_KEY'), 'ignore_errors' => true],
]));
if (!str_contains($http_response_header[0] ?? '', ' 200')) {
    fwrite(STDERR, $answer ?: "no answer\n");
    exit(1);
}
$firma = json_decode($answer, true)['data'];
// dph: null = not verified, never "not a payer"
echo $firma['obchodniJmeno'], ' ', $firma['dph']['stav'] ?? 'null', "\n";
