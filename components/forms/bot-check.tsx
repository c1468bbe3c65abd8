import { LazyBotCheckWidget } from '@/components/forms/bot-check-lazy'
import { Alert } from '@/components/ui/alert'
import { brandedMessages } from '@/lib/brand/brand'
import type { Locale } from '@/lib/i18n/locale'
import { botCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'
import type { BotCheckAction } from '@/lib/protection/bot-check/verify-bot-check'
import { webTheme } from '@/lib/web/preferences'

/**
 * The bot check of the surrounding form; nothing if no keys are set. It is the only feature that
 * requires JavaScript, and it says so. The page's route must declare `botCheck`, or its
 * Content-Security-Policy blocks the widget.
 */
export async function BotCheck({ action, locale }: { action: BotCheckAction; locale: Locale }) {
  const widget = botCheckWidget()
  if (!widget) return null
  const { provider, siteKey, scriptUrl } = widget
  const { noScript, ...texts } = brandedMessages(locale).forms.botCheck
  return (
    <>
      <LazyBotCheckWidget
        provider={provider}
        siteKey={siteKey}
        scriptUrl={scriptUrl}
        action={action}
        theme={await webTheme()}
        locale={locale}
        texts={texts}
      />
      <noscript>
        <Alert tone="danger">{noScript}</Alert>
      </noscript>
    </>
  )
}
