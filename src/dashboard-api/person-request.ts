import { badInput, texts } from '../errors.ts';
import { limits } from '../limits.ts';

/** A person to be, checked. */
export interface NewPerson {
  readonly name: string;
  readonly nameKey: string;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly password: string;
}

/** What names and addresses are compared by: case and width do not tell people apart. */
export const loginKey = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

const length = (text: string): number => [...text].length;

function nameMessages(name: string): string[] {
  if (name === '') return [texts.personNameMissing];
  return [
    ...(length(name) > limits.personNameLength ? [texts.personNameTooLong] : []),
    // An @ would make a name look like an address that one can sign in with as well.
    ...(/[@\p{Cc}\p{Cf}\p{Cs}]/u.test(name) ? [texts.personNameCharacters] : []),
  ];
}

const emailMessages = (email: string | null): string[] =>
  email === null || (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= limits.emailLength)
    ? []
    : [texts.emailInvalid];

/** What is wrong with a password; `others` are texts that it must differ from. */
export function passwordMessages(password: unknown, others: readonly (string | null)[] = []): string[] {
  if (typeof password !== 'string' || length(password) < limits.passwordLength.least) {
    return [texts.passwordTooShort];
  }
  if (length(password) > limits.passwordLength.most) return [texts.passwordTooLong];
  const key = loginKey(password);
  return others.some((other) => other !== null && loginKey(other) === key) ? [texts.passwordIsName] : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** An email address that was sent, null if it was left out or empty. */
export const emailOf = (value: unknown): string | null => textOf(value) || null;

/** Reads what a new person says about themselves; refuses with every message, by field. */
export function parseNewPerson(params: Readonly<Record<string, unknown>>): NewPerson {
  const name = textOf(params.name);
  const email = emailOf(params.email);
  const refusal = badInput({
    name: nameMessages(name),
    email: emailMessages(email),
    password: passwordMessages(params.password, [name, email]),
  });
  if (refusal !== undefined) throw refusal;
  return {
    name,
    nameKey: loginKey(name),
    email,
    emailKey: email === null ? null : loginKey(email),
    password: params.password as string,
  };
}

/** Reads the address of an invitation. */
export function parseInvitedEmail(value: unknown): string | null {
  const email = emailOf(value);
  const refusal = badInput({ email: emailMessages(email) });
  if (refusal !== undefined) throw refusal;
  return email;
}
