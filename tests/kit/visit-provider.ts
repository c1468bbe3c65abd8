/** How a browser arrives at the callback. */
export interface Arrival {
  address: URL
  /** What the provider's page posts to the callback; null after a redirect. */
  form: URLSearchParams | null
}

/**
 * Does what a browser does between the authorization address and the callback: follows redirects
 * with cookies, and submits a form that the provider's page submits automatically. Returns the next
 * address without requesting it.
 */
export async function arriveFromProvider(address: string): Promise<Arrival> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  const { origin } = at
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) return postedBy(await answer.text(), answer.status)
    at = new URL(location, at)
    if (at.origin !== origin) return { address: at, form: null }
  }
  throw new Error('the provider redirects for ever')
}

/** The same for a provider that redirects. */
export async function visitProvider(address: string): Promise<URL> {
  const arrival = await arriveFromProvider(address)
  if (arrival.form) throw new Error('the provider posts a form')
  return arrival.address
}

function postedBy(page: string, status: number): Arrival {
  const [, action] = /<form method="post" action="([^"]+)">/.exec(page) ?? []
  if (!action) throw new Error(`the provider answered ${status}: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  const fields = [...inputs].map(([, name, value]) => [name!, unescaped(value!)])
  return { address: new URL(unescaped(action)), form: new URLSearchParams(fields) }
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
