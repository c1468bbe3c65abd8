import { LazyBotCheckWidget } from '@/components/forms/bot-check-lazy'
import { Alert } from '@/components/ui/alert'
import { botCheckWidget } from '@/lib/bot-check/bot-check-widget'
import type { HumanAction } from '@/lib/bot-check/require-human'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import { webTheme } from '@/lib/web/web-theme'

/**
 * The check that a person is there, for the form around it; nothing where no keys are set. It is the one thing here that cannot
 * do without JavaScript, and says so. The page's route must say `botCheck`, or its content policy keeps the widget out.
 */
export async function BotCheck({ action, locale }: { action: HumanAction; locale: Locale }) {
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
