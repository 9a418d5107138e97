import { Expression, literalOf, type Notation, textOf } from './literal.ts';
import { KEY_VARIABLE, type Language, signedClaims } from './program.ts';

const NOTATION: Notation = {
  indent: '    ',
  nothing: 'null',
  yes: 'true',
  no: 'false',
  object: ['[', ']'],
  // An empty array would be encoded as a list.
  emptyObject: '(object) []',
  entry: (key, value) => `${textOf(key, NOTATION)} => ${value}`,
  escape: (codePoint) => `\\u{${codePoint.toString(16)}}`,
  special: /\$/g,
  numbered: '(object) ',
};

export const php: Language = {
  id: 'php',
  label: 'PHP',
  program(signing) {
    const now = (seconds: number) => new Expression(`time() + ${seconds}`);
    return `<?php

// The value of the key "${signing.keyName}".
$key = getenv('${KEY_VARIABLE}') ?: exit('${KEY_VARIABLE} is not set.');
$claims = ${literalOf(signedClaims(signing, now), NOTATION)};

const AS_IS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE
    | JSON_UNESCAPED_LINE_TERMINATORS;

$encode = fn ($bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');

$header = ['alg' => 'HS256', 'typ' => 'JWT'];
$text = $encode(json_encode($header, AS_IS)) . '.' . $encode(json_encode($claims, AS_IS));
$signature = $encode(hash_hmac('sha256', $text, $key, true));

echo $text . '.' . $signature . "\\n";
`;
  },
};
