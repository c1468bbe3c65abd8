import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { fieldFormValues } from '@/app/dashboard/settings/profile-fields/profile-field-form'
import { Field, SelectField, TextAreaField } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { ConfirmPassword, SignInAgainCard } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { PresentedProfileField } from '@/lib/profile-fields/profile-field.responses'
import {
  MAX_LABEL_LENGTH,
  PROFILE_AUDIENCES,
  PROFILE_FIELD_TYPES,
} from '@/lib/profile-fields/profile-field.schemas'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface FieldFormProps {
  action: FormAction
  /** Null for a new one. */
  field: PresentedProfileField | null
  outcome: FormOutcome | null
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  viewerEmail: string
  /** The address of the page. */
  here: string
  locale: Locale
  messages: Messages
  submit: string
  /** Further actions. */
  children: ReactNode
}

/** The definition of a profile field. Key and type are only asked for a new one. */
export function FieldForm(props: FieldFormProps) {
  const { action, field, outcome, proof, viewerEmail, here, locale, messages, submit, children } =
    props
  const texts = messages.profileFields
  const { form } = texts
  return (
    <Card>
      <CardBody>
        <PageForm
          action={action}
          intent="save"
          locale={locale}
          outcome={outcome}
          values={field ? fieldFormValues(field) : {}}
          className="group/field max-w-md"
          {...lostUpdate(messages, here)}
        >
          {field ? (
            <VersionField version={field.version} />
          ) : (
            <>
              <Field
                name="key"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                maxLength={40}
                label={form.key}
                hint={form.keyHint}
              />
              <SelectField
                name="type"
                label={form.type}
                options={PROFILE_FIELD_TYPES.map((type) => ({
                  value: type,
                  label: texts.types[type],
                }))}
              />
            </>
          )}
          <LabelFields messages={messages} />
          <LimitFields type={field?.type ?? null} texts={form} />
          <RuleFields isNew={field === null} texts={form} />
          {proof === 'sign-in' ? (
            <SignInAgainCard messages={messages} here={here} />
          ) : (
            <>
              <ConfirmPassword proof={proof} email={viewerEmail} messages={messages} />
              <div className="flex flex-wrap gap-2">
                <SubmitButton pendingText={messages.forms.pending}>{submit}</SubmitButton>
                {children}
              </div>
            </>
          )}
        </PageForm>
      </CardBody>
    </Card>
  )
}

type FormTexts = Messages['profileFields']['form']

function LabelFields({ messages }: { messages: Messages }) {
  const texts = messages.profileFields.form
  const shared = { autoComplete: 'off', maxLength: MAX_LABEL_LENGTH } as const
  return (
    <>
      <Field name="label_en" label={texts.labelEn} required {...shared} />
      <Field
        name="label_tr"
        label={texts.labelTr}
        hint={texts.labelTrHint}
        aside={<Optional texts={messages.forms} />}
        {...shared}
      />
    </>
  )
}

/** The type of a field; null for a new one, whose form has a select for it. */
type TypeOrOpen = PresentedProfileField['type'] | null

/** What a type has, and only the selected one while it is still open, even without JavaScript. */
function LimitFields({ type, texts }: { type: TypeOrOpen; texts: FormTexts }) {
  return (
    <>
      <OfType of="text" type={type}>
        <Field
          name="max_length"
          required={type !== null}
          inputMode="numeric"
          autoComplete="off"
          label={texts.maxLength}
          hint={texts.maxLengthHint}
        />
      </OfType>
      <OfType of="number" type={type}>
        <Field
          name="minimum"
          inputMode="decimal"
          autoComplete="off"
          label={texts.minimum}
          hint={texts.boundHint}
        />
        <Field
          name="maximum"
          inputMode="decimal"
          autoComplete="off"
          label={texts.maximum}
          hint={texts.boundHint}
        />
      </OfType>
      <OfType of="choice" type={type}>
        <TextAreaField
          name="options"
          required={type !== null}
          label={texts.options}
          hint={texts.optionsHint}
        />
      </OfType>
    </>
  )
}

const WHILE_SELECTED = {
  text: 'hidden group-has-[option[value=text]:checked]/field:grid',
  number: 'hidden group-has-[option[value=number]:checked]/field:grid',
  choice: 'hidden group-has-[option[value=choice]:checked]/field:grid',
}

interface OfTypeProps {
  of: keyof typeof WHILE_SELECTED
  type: TypeOrOpen
  children: ReactNode
}

function OfType({ of, type, children }: OfTypeProps) {
  if (type !== null && type !== of) return null
  return <div className={clsx('gap-4', type ? 'grid' : WHILE_SELECTED[of])}>{children}</div>
}

/** Who sees it, who changes it, whether it is required, and where it is shown. */
function RuleFields({ isNew, texts }: { isNew: boolean; texts: FormTexts }) {
  const audiences = PROFILE_AUDIENCES.map((value) => ({ value, label: texts.audiences[value] }))
  return (
    <>
      <SelectField
        name="required"
        label={texts.required}
        hint={texts.requiredHint}
        options={[
          { value: 'false', label: texts.requiredNo },
          { value: 'true', label: texts.requiredYes },
        ]}
      />
      <SelectField name="readable_by" label={texts.readableBy} options={audiences} />
      <SelectField name="writable_by" label={texts.writableBy} options={audiences} />
      <Field
        name="position"
        required={!isNew}
        inputMode="numeric"
        autoComplete="off"
        label={texts.position}
        hint={texts.positionHint}
      />
    </>
  )
}
