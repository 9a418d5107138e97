import { texts } from '../error-texts.ts';
import { badInput } from '../errors.ts';
import { limits } from '../limits.ts';
import type { PersonNames } from '../store/dashboard-port.ts';

/** A new person, validated. */
export interface NewPerson extends PersonNames {
  readonly password: string;
}

/** Names and email addresses are compared by this form, which ignores case and width. */
export const loginKey = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

const length = (text: string): number => [...text].length;

function nameMessages(name: string): string[] {
  if (name === '') return [texts.personNameMissing];
  return [
    ...(length(name) > limits.personNameLength ? [texts.personNameTooLong] : []),
    // People sign in with a name or an email address; a name with @ could be mistaken for an address.
    ...(/[@\p{Cc}\p{Cf}\p{Cs}]/u.test(name) ? [texts.personNameCharacters] : []),
  ];
}

const emailMessages = (email: string | null): string[] =>
  email === null || (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= limits.emailLength)
    ? []
    : [texts.emailInvalid];

/** Errors of a password; it must differ from each of `others`. */
export function passwordMessages(password: unknown, others: readonly (string | null)[] = []): string[] {
  if (typeof password !== 'string' || length(password) < limits.passwordLength.least) {
    return [texts.passwordTooShort];
  }
  if (length(password) > limits.passwordLength.most) return [texts.passwordTooLong];
  const key = loginKey(password);
  return others.some((other) => other !== null && loginKey(other) === key) ? [texts.passwordIsName] : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The email address that was sent; null if missing or empty. */
export const emailOf = (value: unknown): string | null => textOf(value) || null;

/** Parses a new person; throws all error messages by field. */
export function parseNewPerson(params: Readonly<Record<string, unknown>>): NewPerson {
  const name = textOf(params.name);
  const email = emailOf(params.email);
  const refusal = badInput({
    name: nameMessages(name),
    email: emailMessages(email),
    password: passwordMessages(params.password, [name, email]),
  });
  if (refusal !== undefined) throw refusal;
  return { ...nameOf(name), ...addressOf(email), password: params.password as string };
}

const nameOf = (name: string) => ({ name, nameKey: loginKey(name) });
const addressOf = (email: string | null) => ({ email, emailKey: email === null ? null : loginKey(email) });

/** Parses a change of name and email address; what was not sent is left out. */
export function parseProfile(params: Readonly<Record<string, unknown>>): Partial<PersonNames> {
  const name = params.name === undefined ? undefined : textOf(params.name);
  const email = params.email === undefined ? undefined : emailOf(params.email);
  const refusal = badInput({
    name: name === undefined ? [] : nameMessages(name),
    email: email === undefined ? [] : emailMessages(email),
  });
  if (refusal !== undefined) throw refusal;
  return { ...(name !== undefined && nameOf(name)), ...(email !== undefined && addressOf(email)) };
}

/** Parses the email address of an invitation. */
export function parseInvitedEmail(value: unknown): string | null {
  const email = emailOf(value);
  const refusal = badInput({ email: emailMessages(email) });
  if (refusal !== undefined) throw refusal;
  return email;
}
