/** How long a post waits for a check that runs by itself, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Waits until the form's bot check has come to its word, for those who are quicker than it. At once where there is none, or where
 * it waits for the person. What it has not said by then, the service misses and says so.
 */
export function untilChecked(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[name=botcheck_token]')
  if (field?.dataset.state !== 'working') return Promise.resolve()
  return new Promise((done) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      done()
    }
    const observer = new MutationObserver(() => field.dataset.state !== 'working' && finish())
    const timer = setTimeout(finish, PATIENCE_MS)
    observer.observe(field, { attributeFilter: ['data-state'] })
  })
}
