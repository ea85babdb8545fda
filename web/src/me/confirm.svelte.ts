/** Logging in again before credentials are changed. */
import { Refused } from '../net/api';

interface Question {
  answer: (confirmed: boolean) => void;
}

const asked = $state({ question: null as Question | null });

/** The open question, for the dialog that answers it. */
export const question = (): Question | null => asked.question;

/** Do something; if the service wants a recent login, ask for it and do it then. False if the user cancels. */
export async function withLogin(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== 'log-in-again') throw error;
  }
  const confirmed = await new Promise<boolean>((resolve) => {
    asked.question = { answer: resolve };
  });
  asked.question = null;
  if (!confirmed) return false;
  await action();
  return true;
}
