import { Field, SelectField } from '@/components/forms/fields'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { DEFAULT_TEXT_LENGTH, type ProfileValue } from '@/lib/profile-fields/profile-field.schemas'
import type { ProfileField } from '@/lib/profile-fields/profile-fields'
import { profileInputName } from '@/lib/web/profile-forms'

interface ProfileInputsProps {
  fields: readonly ProfileField[]
  /** Whether required fields must be filled in here. */
  demanding?: boolean
  locale: Locale
  texts: Messages['profileFields']
}

/** An input for each of these profile fields. */
export function ProfileInputs({ fields, demanding = true, locale, texts }: ProfileInputsProps) {
  return fields.map((field) => (
    <ProfileInput
      key={field.key}
      field={field}
      required={demanding && field.required}
      label={profileLabel(field, locale)}
      texts={texts}
    />
  ))
}

interface ProfileInputProps {
  field: ProfileField
  required: boolean
  label: string
  texts: Messages['profileFields']
}

function ProfileInput({ field, required, label, texts }: ProfileInputProps) {
  const { type, key, options, maxLength } = field
  const shared = { name: profileInputName(key), label }
  if (type === 'choice' || type === 'boolean') {
    const choices =
      type === 'choice'
        ? options.map((option) => ({ value: option, label: option }))
        : [
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ]
    const none = { value: '', label: required ? texts.choose : texts.notSet }
    return <SelectField {...shared} options={[none, ...choices]} />
  }
  return (
    <Field
      {...shared}
      autoComplete="off"
      required={required}
      {...(type === 'text' && { maxLength: maxLength ?? DEFAULT_TEXT_LENGTH })}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      {...(type === 'date' && { type: 'date' })}
    />
  )
}

export function profileLabel({ labelEn, labelTr }: ProfileField, locale: Locale): string {
  return locale === 'tr' ? labelTr : labelEn
}

/** A value as text. */
export function profileText(
  value: ProfileValue | undefined,
  locale: Locale,
  texts: Messages['profileFields'],
): string {
  if (value === undefined) return texts.notSet
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value !== 'number') return value
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 15, useGrouping: false }).format(
    value,
  )
}
