import type { ReactNode } from 'react'
import { SignInAgain } from '@/components/forms/sign-in-again'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { brandedMessages } from '@/lib/brand/brand'
import type { Locale } from '@/lib/i18n/locale'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { refusedState } from '@/lib/web/refusals'

interface RefusalAlertProps {
  outcome: FormOutcome | null
  locale: Locale
  /** The forms in dialogs, by their intent or its beginning (before `_`); by default all. */
  forms?: readonly string[]
  /** Texts that replace the general ones, by problem code. */
  problemTexts?: Partial<Record<string, string>>
  /** What to offer beside the reason, by problem code; by default, signing in again if required. */
  recoveryActions?: Partial<Record<string, ReactNode>>
}

/**
 * Says at the top of the page why a form in a dialog was refused: without JavaScript, the dialog is
 * closed after the reload.
 */
export function RefusalAlert({
  outcome,
  locale,
  forms,
  problemTexts = {},
  recoveryActions = {},
}: RefusalAlertProps) {
  const reported = outcome && isAmong(forms, outcome.form) ? outcome : null
  const reason = reported && reasonOf(reported, locale, problemTexts)
  return (
    <LiveRegion role="alert" className="mb-4">
      {reason ? (
        <Alert tone="danger">
          <p>{reason}</p>
          <RecoveryAction code={reported?.code} locale={locale} recoveryActions={recoveryActions} />
        </Alert>
      ) : null}
    </LiveRegion>
  )
}

interface RecoveryActionProps extends Pick<RefusalAlertProps, 'locale' | 'recoveryActions'> {
  code: string | undefined
}

/** What to do about a refusal, under its reason: nothing for most. */
export function RecoveryAction({ code = '', locale, recoveryActions = {} }: RecoveryActionProps) {
  const recoveryAction =
    recoveryActions[code] ??
    (code === 'reauthentication_required' ? (
      <SignInAgain label={brandedMessages(locale).ownAccount.signInAgain} />
    ) : null)
  return recoveryAction ? <div className="mt-1.5">{recoveryAction}</div> : null
}

function isAmong(forms: readonly string[] | undefined, form = ''): boolean {
  return !forms || forms.some((name) => form === name || form.startsWith(`${name}_`))
}

function reasonOf(
  { code, errors, notice, values }: FormOutcome,
  locale: Locale,
  problemTexts: Partial<Record<string, string>>,
): string | null {
  // A form of an earlier build has no code.
  if (!code) return values && !notice ? brandedMessages(locale).forms.outdated : null
  const state = refusedState({ code, errors }, { locale, requestId: null })
  return Object.values(state.errors)[0] ?? problemTexts[code] ?? state.message
}
