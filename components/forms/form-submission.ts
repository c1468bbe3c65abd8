import { unstable_isUnrecognizedActionError as isUnrecognizedActionError } from 'next/navigation'
import { type ActionState, type FormAction, initialActionState } from '@/lib/web/action-state'

/** Texts for when no response of an action arrives. */
export interface ClientTexts {
  networkFault: string
  unexpected: string
  checkFields: string
  fileTooLarge: string
  /** Refusals made before the action is reached, by problem code. */
  refusals: Partial<Record<string, string>>
}

/**
 * Calls a server action and returns a result even if the request fails on the way. If the server
 * runs another build by now, the browser posts the form itself: the page is rendered again with the
 * input.
 */
export async function callAction(
  action: FormAction,
  data: FormData,
  texts: ClientTexts,
): Promise<ActionState> {
  try {
    return await action(initialActionState, data)
  } catch (error) {
    if (isUnrecognizedActionError(error)) return leavePage(() => postNatively(data))
    const redirect = redirectOf(error)
    if (redirect !== null) return { ...initialActionState, redirect }
    if (error instanceof TypeError) return { ...initialActionState, message: texts.networkFault }
    const code = error instanceof Error ? error.message : ''
    return { ...initialActionState, message: texts.refusals[code] ?? texts.unexpected }
  }
}

/** Leaves the page. Never resolves, so that the form stays busy until the page is gone. */
export function leavePage(go: () => void): Promise<never> {
  go()
  return new Promise(() => {})
}

/**
 * The target of a redirect by Next's router, as before an action that needs a session (digest
 * `NEXT_REDIRECT;replace;<address>;303;`). The router would wait for the form, which waits for the
 * router.
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

/** How long a post waits for an automatic bot check, in milliseconds. */
const BOT_CHECK_TIMEOUT_MS = 10_000

/**
 * Waits until the form's bot check has a token, for users who submit before it is ready. Returns at
 * once if there is no check, or if it waits for the user. If the token is still missing after that,
 * the service refuses the post and says so.
 */
export function waitForBotCheck(form: HTMLFormElement): Promise<void> {
  // Looked up each time: React replaces the field if the form is posted while the check hydrates.
  const state = () =>
    form.querySelector<HTMLInputElement>('input[name=botcheck_token]')?.dataset.state
  if (state() !== 'working') return Promise.resolve()
  return new Promise((done) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      done()
    }
    const observer = new MutationObserver(() => {
      if (![undefined, 'working'].includes(state())) finish()
    })
    const timer = setTimeout(finish, BOT_CHECK_TIMEOUT_MS)
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['data-state'] })
  })
}

/**
 * The name of the first field whose file exceeds its size limit (`data-max-bytes`); null if there
 * is none.
 */
export function findOversizedFile(form: HTMLFormElement): string | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=file][data-max-bytes]')]
  const most = ({ dataset }: HTMLInputElement) => Number(dataset.maxBytes)
  return (
    fields.find((field) => [...(field.files ?? [])].some(({ size }) => size > most(field)))?.name ??
    null
  )
}

/** Whether the value of a field differs from the one the page was rendered with. */
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
