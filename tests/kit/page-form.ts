/** A form submission from a browser without JavaScript. */
interface PageFormSubmission {
  /** The page's full URL. */
  page: string
  fields: Record<string, string>
  headers?: Record<string, string>
}

const HIDDEN = /<input\b[^>]*\btype="hidden"[^>]*>/g
const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/**
 * Submits a form of a running service without JavaScript: opens the page, finds the form with these
 * fields, and posts it with its hidden fields (including the action's id). Redirects are not
 * followed.
 */
export async function submitPageForm(submission: PageFormSubmission): Promise<Response> {
  const { page, headers } = submission
  const body = await fillPageForm(submission)
  return fetch(page, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(page).origin, ...headers },
  })
}

/**
 * Opens a page and fills in its form with these fields. Returns the body that a browser would post.
 */
export async function fillPageForm({
  page,
  fields,
  headers = {},
}: PageFormSubmission): Promise<FormData> {
  const opened = await fetch(page, { headers, redirect: 'manual' })
  const form = formDataOf(await opened.text(), fields)
  if (!form)
    throw new Error(`no form with ${Object.keys(fields).join(', ')} on ${page}: ${opened.status}`)
  return form
}

/**
 * The body of the first form that has all of these fields (and this `intent`, if given); null if
 * there is none.
 */
export function formDataOf(html: string, fields: Record<string, string>): FormData | null {
  for (const [form] of html.matchAll(/<form\b.*?<\/form>/gs)) {
    const hidden = [...form.matchAll(HIDDEN)].map(([input]) => [
      attribute(input, 'name'),
      attribute(input, 'value'),
    ])
    const preset = new Map(hidden as [string, string][])
    const holds = (name: string) =>
      name === 'intent' ? preset.get(name) === fields.intent : form.includes(`name="${name}"`)
    if (!Object.keys(fields).every(holds)) continue
    const data = new FormData()
    // A list is hidden fields of one name.
    const kept = (hidden as [string, string][]).filter(([name]) => !Object.hasOwn(fields, name))
    for (const [name, value] of [...kept, ...Object.entries(fields)]) data.append(name, value)
    return data
  }
  return null
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return value.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => ENTITIES[entity]!)
}
