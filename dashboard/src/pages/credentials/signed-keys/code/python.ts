import { Expression, literalOf, type Notation, textOf } from './literal.ts';
import { KEY_VARIABLE, type Language, signedClaims } from './program.ts';

const hex = (codePoint: number, digits: number): string => codePoint.toString(16).padStart(digits, '0');

const NOTATION: Notation = {
  indent: '    ',
  nothing: 'None',
  yes: 'True',
  no: 'False',
  object: ['{', '}'],
  emptyObject: '{}',
  entry: (key, value) => `${textOf(key, NOTATION)}: ${value}`,
  escape: (codePoint) => (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`),
};

export const python: Language = {
  id: 'python',
  label: 'Python',
  program(signing) {
    const now = (seconds: number) => new Expression(`int(time.time()) + ${seconds}`);
    return `import base64
import hashlib
import hmac
import json
import os
${signing.expiry.kind === 'after' ? 'import time\n' : ''}
# The value of the key "${signing.keyName}".
key = os.environ['${KEY_VARIABLE}']
claims = ${literalOf(signedClaims(signing, now), NOTATION)}


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def to_json(value):
    compact = (',', ':')
    text = json.dumps(value, separators=compact, ensure_ascii=False)
    return text.encode()


header = {'alg': 'HS256', 'typ': 'JWT'}
text = encode(to_json(header)) + '.' + encode(to_json(claims))
mac = hmac.new(key.encode(), text.encode(), hashlib.sha256)
signature = encode(mac.digest())

print(text + '.' + signature)
`;
  },
};
