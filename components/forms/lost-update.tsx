import { textLinkClasses } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'

/**
 * What a form with a version says if the object has changed since, and a link to the current state.
 * Reloading is no way out without JavaScript: it would post the form again.
 */
export function lostUpdate({ forms: { lostUpdate: texts } }: Messages, here: string) {
  return {
    problemTexts: { precondition_failed: texts.text },
    recoveryActions: {
      precondition_failed: (
        <a href={here} className={textLinkClasses({ alone: true })}>
          {texts.open}
        </a>
      ),
    },
  }
}
