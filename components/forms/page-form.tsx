import type { ComponentProps, ReactNode } from 'react'
import { ActionForm, FormAlert } from '@/components/forms/action-form'
import type { ClientTexts } from '@/components/forms/form-submission'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'
import { ConfirmPopover } from '@/components/ui/popover'
import { brandedMessages } from '@/lib/brand/brand'
import { pageExchange, type RefusedForm } from '@/lib/http/pages/page-exchange'
import type { Locale } from '@/lib/i18n/locale'
import { type ActionState, initialActionState } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { refusedState } from '@/lib/web/refusals'

interface PageFormProps extends Omit<ComponentProps<typeof ActionForm>, 'texts' | 'initial'> {
  /** The result of the page's last form. */
  outcome?: FormOutcome | null
  locale: Locale
  /** The text of each notice, by key. */
  notices?: Partial<Record<string, string>>
  /** What to offer beside a refusal, by problem code. */
  recoveryActions?: Partial<Record<string, ReactNode>>
  /** Texts that replace the general ones, by problem code. */
  problemTexts?: Partial<Record<string, string>>
  /** The name of the only field: its error needs no message about the form. */
  onlyField?: string
  /** Hidden fields that tell the form from those of other rows with the same intent. */
  row?: Record<string, string>
  /** Whether it has a file: a body too large to be read does not say which form it came from. */
  takesFile?: boolean
}

/** An ActionForm in the page's language, with the alert for the form as a whole. */
export function PageForm({
  locale,
  notices,
  recoveryActions,
  problemTexts,
  onlyField,
  outcome,
  row = {},
  takesFile = false,
  className,
  children,
  ...attributes
}: PageFormProps) {
  const { forms, ownAccount } = brandedMessages(locale)
  const { intent } = attributes
  return (
    <ActionForm
      {...attributes}
      texts={clientTexts(locale)}
      initial={initialState(locale, { intent, row, takesFile }, outcome)}
      className={mergeClassNames('grid gap-4', className)}
    >
      <FormAlert
        locale={locale}
        texts={{
          tryAgainIn: forms.tryAgainIn,
          requestId: forms.requestId,
          signInAgain: ownAccount.signInAgain,
        }}
        problemTexts={problemTexts}
        notices={notices}
        recoveryActions={recoveryActions}
        onlyField={onlyField}
      />
      {Object.entries(row).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </ActionForm>
  )
}

type FormIdentity = Pick<PageFormProps, 'intent'> &
  Required<Pick<PageFormProps, 'row' | 'takesFile'>>

/**
 * State from outside an action: the input of an outdated form is restored to the form it came from,
 * and a body that was not read is reported in the forms with a file; a notice goes to the form that
 * shows notices.
 */
function initialState(
  locale: Locale,
  form: FormIdentity,
  outcome: FormOutcome | null | undefined,
): ActionState | undefined {
  const exchange = pageExchange()
  const refused = exchange?.actionStarted ? null : exchange?.refused
  if (refused && isRefused(form, refused)) {
    const { code, errors, values, lists } = refused
    const posted = { values, lists }
    if (!code)
      return { ...initialActionState, message: brandedMessages(locale).forms.outdated, ...posted }
    return { ...refusedState({ code, errors }, { locale, requestId: null }), ...posted }
  }
  return outcome?.notice ? { ...initialActionState, notice: outcome.notice } : undefined
}

function isRefused({ intent, row, takesFile }: FormIdentity, refused: RefusedForm): boolean {
  if (refused.code === 'body_too_large') return takesFile
  const sameRow = Object.entries(row).every(([name, value]) => refused.values[name] === value)
  return refused.form === intent && sameRow
}

/** Refusals made before an action is reached: scripts only receive their code. */
const BEFORE_ACTIONS = [
  'body_too_large',
  'overloaded',
  'unavailable',
  'rate_limited',
  'origin_not_allowed',
] as const

export function clientTexts(locale: Locale): ClientTexts {
  const { forms, problems } = brandedMessages(locale)
  return {
    networkFault: forms.networkFault,
    unexpected: problems.internal_error.text,
    checkFields: forms.checkFields,
    fileTooLarge: forms.fieldErrors.file_too_large,
    refusals: Object.fromEntries(BEFORE_ACTIONS.map((code) => [code, problems[code].text])),
  }
}

interface ConfirmedFormProps extends Pick<
  ComponentProps<typeof PageForm>,
  'action' | 'locale' | 'problemTexts' | 'recoveryActions'
> {
  intent: string
  /** The label of the opening button and of the confirming button. */
  button: string
  /** Names the object. */
  title: string
  /** Names the consequence. */
  text: string
  /** The label of the cancel button. */
  cancel: string
  danger?: boolean
  /** The look of the opening button; by default quieter than the confirming button. */
  variant?: ComponentProps<typeof Button>['variant']
  /** `sm` beside a heading. */
  size?: 'sm' | 'md'
  /** What the dialog asks for, if anything. */
  children?: ReactNode
}

/** A button, the confirmation dialog it opens, and the form that performs the action. */
export function ConfirmedForm({
  button,
  title,
  text,
  cancel,
  danger = false,
  variant = danger ? 'dangerOutline' : 'outline',
  size,
  children,
  ...form
}: ConfirmedFormProps) {
  const id = `confirm-${form.intent}`
  return (
    <>
      <Button variant={variant} size={size} popoverTarget={id}>
        {button}
      </Button>
      <ConfirmPopover id={id} title={title} text={text} cancel={cancel}>
        <PageForm {...form}>
          {children}
          <SubmitButton
            variant={danger ? 'danger' : 'primary'}
            pendingText={brandedMessages(form.locale).forms.pending}
          >
            {button}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
