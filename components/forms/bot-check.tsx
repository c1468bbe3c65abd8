import { LazyBotCheckWidget } from '@/components/forms/bot-check-lazy'
import { Alert } from '@/components/ui/alert'
import { brandedMessages } from '@/lib/brand/brand'
import type { Locale } from '@/lib/i18n/locale'
import { botCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'
import type { BotCheckAction } from '@/lib/protection/bot-check/verify-bot-check'
import { webTheme } from '@/lib/web/preferences'

/**
 * The check that a person is there, for the form around it; nothing where no keys are set. It is
 * the one thing here that cannot do without JavaScript, and says so. The page's route must say
 * `botCheck`, or its content policy keeps the widget out.
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
