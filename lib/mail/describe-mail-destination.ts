import { settings } from '@/lib/config/settings'

/** Where the page that says "check your mail" may send the reader in local mode: the terminal; null: their mailbox. */
export function describeMailDestination(): 'terminal' | null {
  const { local, mail } = settings()
  return local && mail.driver === 'log' ? 'terminal' : null
}
