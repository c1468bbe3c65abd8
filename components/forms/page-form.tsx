import type { ComponentProps, ReactNode } from 'react'
import { ActionForm } from '@/components/forms/action-form'
import { FormAlert } from '@/components/forms/form-alert'
import { formTexts } from '@/components/forms/form-texts'
import { classNames } from '@/components/ui/class-names'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'

interface PageFormProps extends Omit<ComponentProps<typeof ActionForm>, 'texts'> {
  locale: Locale
  /** What each notice says, by its key. */
  notices?: Partial<Record<string, string>>
  /** What to offer beside a refusal, by problem code. */
  ways?: Partial<Record<string, ReactNode>>
  /** What to say here instead of the general sentence, by problem code. */
  problemTexts?: Partial<Record<string, string>>
}

/** A form in the page's language, with the place for what is said about it as a whole. */
export function PageForm({
  locale,
  notices,
  ways,
  problemTexts,
  className,
  children,
  ...rest
}: PageFormProps) {
  const { forms } = messagesFor(locale)
  const general = formTexts(locale)
  const texts = { ...general, problems: { ...general.problems, ...problemTexts } }
  return (
    <ActionForm texts={texts} className={classNames('grid gap-4', className)} {...rest}>
      <FormAlert
        locale={locale}
        texts={{ tryAgainIn: forms.tryAgainIn, requestId: forms.requestId }}
        notices={notices}
        ways={ways}
      />
      {children}
    </ActionForm>
  )
}
