import { call, type Method } from '../api/client.ts';
import { isTemporary } from '../api/errors.ts';

const ATTEMPTS = 6;
const PAUSE = 800;

/** A call of the search page, which changes nothing. Repeated for some seconds after temporary errors. */
export async function patientCall<T>(method: Method, path: string, body?: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call<T>(method, path, { body, untracked: true, withoutSession: true });
    } catch (error) {
      if (!isTemporary(error) || attempt === ATTEMPTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
