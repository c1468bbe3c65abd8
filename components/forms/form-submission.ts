import { unstable_isUnrecognizedActionError as isUnrecognizedActionError } from 'next/navigation'
import { type ActionState, type FormAction, initialActionState } from '@/lib/web/action-state'

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
 * Calls a server action with an answer for everything that can go wrong on the way to it. When the
 * server runs another build by now, the browser posts the form itself: the page comes back with
 * what was entered.
 */
export async function callAction(
  action: FormAction,
  data: FormData,
  texts: ClientTexts,
): Promise<ActionState> {
  try {
    return await action(initialActionState, data)
  } catch (error) {
    if (isUnrecognizedActionError(error)) return leave(() => postNatively(data))
    const redirect = redirectOf(error)
    if (redirect !== null) return { ...initialActionState, redirect }
    if (error instanceof TypeError) return { ...initialActionState, message: texts.networkFault }
    const code = error instanceof Error ? error.message : ''
    return { ...initialActionState, message: texts.refusals[code] ?? texts.unexpected }
  }
}

/** Leaves the page; never resolves, so that the form stays busy until the page is gone. */
export function leave(go: () => void): Promise<never> {
  go()
  return new Promise(() => {})
}

/**
 * Where Next's router was told to go, as before an action that needs a session (digest
 * `NEXT_REDIRECT;replace;<address>;303;`). It would wait for the form, which waits for it.
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

/** How long a post waits for a check that runs by itself, in milliseconds. */
const BOT_CHECK_TIMEOUT_MS = 10_000

/**
 * Waits until the form's bot check has come to its word, for those who are quicker than it. At once
 * where there is none, or where it waits for the person. What it has not said by then, the service
 * misses and says so.
 */
export function waitForBotCheck(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[name=botcheck_token]')
  if (field?.dataset.state !== 'working') return Promise.resolve()
  return new Promise((done) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      done()
    }
    const observer = new MutationObserver(() => field.dataset.state !== 'working' && finish())
    const timer = setTimeout(finish, BOT_CHECK_TIMEOUT_MS)
    observer.observe(field, { attributeFilter: ['data-state'] })
  })
}

/**
 * The name of the first field of a form whose file has more bytes than it may (`data-max-bytes`);
 * null without one.
 */
export function findOversizedFile(form: HTMLFormElement): string | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=file][data-max-bytes]')]
  const most = ({ dataset }: HTMLInputElement) => Number(dataset.maxBytes)
  return (
    fields.find((field) => [...(field.files ?? [])].some(({ size }) => size > most(field)))?.name ??
    null
  )
}

/** Whether a field holds something else than the page gave it. */
export function isFieldChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio')
      return field.checked !== field.defaultChecked
    return field.type !== 'hidden' && field.value !== field.defaultValue
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLSelectElement)) return false
  const preset = [...field.options].some(({ defaultSelected }) => defaultSelected)
  return preset
    ? [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : field.selectedIndex > 0
}
