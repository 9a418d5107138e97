import { Expression, literalOf, type Notation, textOf } from './literal.ts';
import { KEY_VARIABLE, type Language, signedClaims } from './program.ts';

const NOTATION: Notation = {
  indent: '  ',
  nothing: 'null',
  yes: 'true',
  no: 'false',
  object: ['{ ', ' }'],
  emptyObject: '{}',
  entry: (key, value) => `${nameOf(key)}: ${value}`,
  escape: (codePoint) => `\\u{${codePoint.toString(16)}}`,
};

/** A plain `__proto__:` key would set the prototype. */
const nameOf = (key: string): string => {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_]\w*$/.test(key) ? key : textOf(key, NOTATION);
};

export const node: Language = {
  id: 'node',
  label: 'Node',
  program(signing) {
    const now = (seconds: number) => new Expression(`Math.floor(Date.now() / 1000) + ${seconds}`);
    return `import { createHmac } from 'node:crypto';

// The value of the key "${signing.keyName}".
const key = process.env.${KEY_VARIABLE};
const claims = ${literalOf(signedClaims(signing, now), NOTATION)};

const encode = (value) =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const header = { alg: 'HS256', typ: 'JWT' };
const text = \`\${encode(header)}.\${encode(claims)}\`;
const hmac = createHmac('sha256', key).update(text);
const signature = hmac.digest('base64url');

console.log(\`\${text}.\${signature}\`);
`;
  },
};
