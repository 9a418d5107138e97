/** Why a migration cannot begin or go on, as a sentence for the person who runs it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
