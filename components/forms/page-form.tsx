import type { ComponentProps, ReactNode } from 'react'
import { ActionForm } from '@/components/forms/action-form'
import { FormAlert } from '@/components/forms/form-alert'
import { clientTexts } from '@/components/forms/client-texts'
import { mergeClassNames } from '@/components/ui/class-names'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import { pageExchange } from '@/lib/http/page-exchange'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { refusedState } from '@/lib/web/refused-state'
import { untouched, type ActionState } from '@/lib/web/action-state'

interface PageFormProps extends Omit<ComponentProps<typeof ActionForm>, 'texts' | 'initial'> {
  /** What the page reports about its last form. */
  outcome?: FormOutcome | null
  locale: Locale
  /** What each notice says, by its key. */
  notices?: Partial<Record<string, string>>
  /** What to offer beside a refusal, by problem code. */
  ways?: Partial<Record<string, ReactNode>>
  /** What to say here instead of the general sentence, by problem code. */
  problemTexts?: Partial<Record<string, string>>
  /** The name of the only field: its error needs no sentence about the form. */
  onlyField?: string
}

/** A form in the page's language, with the place for what is said about it as a whole. */
export function PageForm({
  locale,
  notices,
  ways,
  problemTexts,
  onlyField,
  outcome,
  className,
  children,
  ...attributes
}: PageFormProps) {
  const { forms } = brandedMessages(locale)
  return (
    <ActionForm
      {...attributes}
      texts={clientTexts(locale)}
      initial={initialState(locale, attributes.intent, outcome)}
      className={mergeClassNames('grid gap-4', className)}
    >
      <FormAlert
        locale={locale}
        texts={{ tryAgainIn: forms.tryAgainIn, requestId: forms.requestId }}
        problemTexts={problemTexts}
        notices={notices}
        ways={ways}
        onlyField={onlyField}
      />
      {children}
    </ActionForm>
  )
}

/**
 * What no action could say: what an outdated form held comes back to the form with the same intent, and why a body was not read; a
 * notice goes to whichever form shows notices.
 */
function initialState(
  locale: Locale,
  intent: string | undefined,
  outcome: FormOutcome | null | undefined,
): ActionState | undefined {
  const exchange = pageExchange()
  const refused = exchange?.actionStarted ? null : exchange?.refused
  if (refused && (refused.form ?? intent) === intent) {
    const { code, errors, values } = refused
    if (!code) return { ...untouched, message: brandedMessages(locale).forms.outdated, values }
    return { ...refusedState({ code, errors }, { locale, requestId: null }), values }
  }
  return outcome?.notice ? { ...untouched, notice: outcome.notice } : undefined
}
