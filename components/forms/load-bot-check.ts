/** The two providers' widgets, as far as both have the same: render, reset, remove. */
export interface BotCheckApi {
  render(container: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
  remove(widget: string): void
}

type Provider = 'turnstile' | 'hcaptcha'
type Globals = Window & Partial<Record<Provider, BotCheckApi>> & { onBotCheckLoaded?: () => void }

let loading: Promise<BotCheckApi> | null = null

/**
 * The provider's script, loaded once per document. Rejects when it does not come (a blocker, the network, a policy); the next
 * call tries again.
 */
export function loadBotCheck(provider: Provider, scriptUrl: string, language: string): Promise<BotCheckApi> {
  loading ??= insertScript(provider, scriptUrl, language).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function insertScript(provider: Provider, scriptUrl: string, language: string): Promise<BotCheckApi> {
  return new Promise((resolve, reject) => {
    const own = window as Globals
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('the bot check did not load'))
    }
    own.onBotCheckLoaded = () => {
      const api = own[provider]
      if (api) resolve(api)
      else failed()
    }
    const query = new URLSearchParams({ render: 'explicit', onload: 'onBotCheckLoaded' })
    if (provider === 'hcaptcha') query.set('hl', language)
    script.src = `${scriptUrl}?${query}`
    script.async = true
    // Turnstile hands it on to the scripts that it loads itself.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.onerror = failed
    document.head.append(script)
  })
}
