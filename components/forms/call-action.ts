import { unstable_isUnrecognizedActionError as isUnrecognizedActionError } from 'next/navigation'
import { untouched, type ActionState, type FormAction } from '@/lib/web/action-state'

/** What the browser itself has to say when no answer of an action arrives. */
export interface ClientTexts {
  networkFault: string
  unexpected: string
  checkFields: string
  fileTooLarge: string
  /** By problem code: refusals that come before the action is reached. */
  refusals: Partial<Record<string, string>>
}

/**
 * Calls a server action with an answer for everything that can go wrong on the way to it. When the server runs another build by now,
 * the browser posts the form itself: the page comes back with what was entered.
 */
export async function callAction(
  action: FormAction,
  data: FormData,
  texts: ClientTexts,
): Promise<ActionState> {
  try {
    return await action(untouched, data)
  } catch (error) {
    if (isUnrecognizedActionError(error)) return leave(() => postNatively(data))
    const redirect = redirectOf(error)
    if (redirect !== null) return { ...untouched, redirect }
    if (error instanceof TypeError) return { ...untouched, message: texts.networkFault }
    const code = error instanceof Error ? error.message : ''
    return { ...untouched, message: texts.refusals[code] ?? texts.unexpected }
  }
}

/** Leaves the page; never resolves, so that the form stays busy until the page is gone. */
export function leave(go: () => void): Promise<never> {
  go()
  return new Promise(() => {})
}

/**
 * Where Next's router was told to go, as before an action that needs a session (digest `NEXT_REDIRECT;replace;<address>;303;`). It would
 * wait for the form, which waits for it.
 */
function redirectOf(error: unknown): string | null {
  const digest = (error as { digest?: unknown } | null)?.digest
  if (typeof digest !== 'string' || !digest.startsWith('NEXT_REDIRECT;')) return null
  return digest.split(';').slice(2, -2).join(';')
}

function postNatively(data: FormData): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  for (const [name, value] of data) {
    if (typeof value !== 'string') continue
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
