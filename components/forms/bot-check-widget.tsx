'use client'

import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/preferences'

interface BotCheckWidgetProps {
  provider: 'turnstile' | 'hcaptcha'
  siteKey: string
  scriptUrl: string
  action: string
  theme: Theme
  locale: Locale
  texts: { label: string; working: string; blocked: string; retry: string }
}

/** `working`: it finishes on its own; `asking`: the user has to act; `blocked`: it did not load. */
type State = 'working' | 'asking' | 'done' | 'blocked'

/** The minimum width for the providers' normal size, in pixels. */
const NORMAL_WIDTH = { turnstile: 300, hcaptcha: 303 }

/**
 * The provider's widget: its token goes into the field `botcheck_token`. A token is valid once, so
 * a new one is requested after every answer that keeps the form open.
 */
export function BotCheckWidget(props: BotCheckWidgetProps) {
  const { texts } = props
  const place = useRef<HTMLDivElement>(null)
  const { token, state, shown, startOver } = useWidget(place, props)
  const { pending } = useFormState()
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !pending) startOver()
    wasPending.current = pending
  }, [pending, startOver])

  return (
    <div role="group" aria-label={texts.label} className="noscript:hidden">
      <input type="hidden" name="botcheck_token" value={token} data-state={state} />
      {state === 'blocked' ? (
        <Alert tone="danger" role="alert">
          <p>{texts.blocked}</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={startOver}>
            {texts.retry}
          </Button>
        </Alert>
      ) : (
        <div className="relative min-h-16.25">
          <div ref={place} />
          {shown ? null : (
            <p className="absolute inset-0 flex items-center gap-2.5 rounded-md border border-line bg-subtle px-4 text-[0.8125rem] text-muted">
              <LoaderCircle aria-hidden className="size-4 animate-spin" />
              {texts.working}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function useWidget(place: React.RefObject<HTMLDivElement | null>, props: BotCheckWidgetProps) {
  const [token, setToken] = useState('')
  const [state, setState] = useState<State>('working')
  const [shown, setShown] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const reset = useRef<(() => void) | null>(null)
  const { provider, siteKey, scriptUrl, action, theme, locale } = props
  /**
   * What the widget does without interaction: Turnstile starts on its own, hCaptcha waits for a
   * click.
   */
  const idle: State = provider === 'turnstile' ? 'working' : 'asking'

  useEffect(() => {
    let remove: (() => void) | null = null
    let gone = false
    const finish = (token: string, next: State) => {
      setToken(token)
      setState(next)
    }
    const show = async () => {
      const api = await loadBotCheck(provider, scriptUrl, locale)
      const container = place.current
      if (gone || !container) return
      setState(idle)
      const widget = api.render(container, {
        sitekey: siteKey,
        action,
        language: locale,
        theme: themeFor(provider, theme),
        size: sizeFor(provider, container.clientWidth),
        'response-field': false,
        callback: (token: string) => finish(token, 'done'),
        'expired-callback': () => finish('', idle),
        'chalexpired-callback': () => finish('', idle),
        'before-interactive-callback': () => setState('asking'),
        // The widget reports the error and retries on its own; it doesn't block the form.
        'error-callback': () => {
          finish('', 'asking')
          return true
        },
      })
      setShown(true)
      remove = () => api.remove(widget)
      reset.current = () => api.reset(widget)
    }
    show().catch(() => setState('blocked'))
    return () => {
      gone = true
      reset.current = null
      remove?.()
    }
  }, [place, provider, siteKey, scriptUrl, action, theme, locale, idle, attempt])

  const [startOver] = useState(() => () => {
    setToken('')
    setState((before) => (before === 'blocked' ? 'working' : idle))
    if (reset.current) reset.current()
    else setAttempt((before) => before + 1)
  })
  return { token, state, shown, startOver }
}

function themeFor(provider: string, theme: Theme): string {
  if (theme !== 'system') return theme
  if (provider === 'turnstile') return 'auto'
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function sizeFor(provider: 'turnstile' | 'hcaptcha', width: number): string {
  if (width < NORMAL_WIDTH[provider]) return 'compact'
  return provider === 'turnstile' ? 'flexible' : 'normal'
}

/** The common API of both providers' widgets: render, reset, remove. */
export interface BotCheckApi {
  render(container: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
  remove(widget: string): void
}

type Provider = 'turnstile' | 'hcaptcha'
type Globals = Window & Partial<Record<Provider, BotCheckApi>> & { onBotCheckLoaded?: () => void }

let loading: Promise<BotCheckApi> | null = null

/**
 * The provider's script, loaded once per document. Rejects if it doesn't load (a blocker, the
 * network, a policy); the next call tries again.
 */
function loadBotCheck(
  provider: Provider,
  scriptUrl: string,
  language: string,
): Promise<BotCheckApi> {
  loading ??= insertScript(provider, scriptUrl, language).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function insertScript(
  provider: Provider,
  scriptUrl: string,
  language: string,
): Promise<BotCheckApi> {
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
    // Turnstile passes it on to the scripts that it loads itself.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.onerror = failed
    document.head.append(script)
  })
}
