/**
 * Does what a browser does between the authorization address and the callback: follows redirects with cookies. Returns the address
 * that the provider sends it back to, without going there.
 */
export async function visitProvider(address: string): Promise<URL> {
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
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(location, at)
    if (at.origin !== origin) return at
  }
  throw new Error('the provider redirects for ever')
}
