import { LockKeyhole } from 'lucide-react'
import { removalField, settingField, valueText } from '@/app/dashboard/settings/settings-fields'
import { CheckField } from '@/components/forms/choice-lists'
import { Field, SelectField } from '@/components/forms/fields'
import { enabledProviders } from '@/lib/config/providers/enabled-providers'
import { isSetInEnvironment, settings } from '@/lib/config/settings'
import { formatBytes, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { SettingDefinition, SettingKind } from '@/lib/settings/setting-definitions'
import { shownValue } from '@/lib/settings/setting-values'

type Texts = Messages['settings']

/** The keyboard shown on phones. */
const INPUT_MODES: Partial<Record<SettingKind, 'numeric' | 'email' | 'url'>> = {
  number: 'numeric',
  email: 'email',
  url: 'url',
}

interface SettingControlProps {
  definition: SettingDefinition
  locale: Locale
  texts: Texts
}

/** A setting: the control to change it, or the value set by the environment. */
export function SettingControl({ definition, locale, texts }: SettingControlProps) {
  if (isSetInEnvironment(definition.env))
    return <Locked definition={definition} locale={locale} texts={texts} />
  if (definition.kind === 'secret')
    return <Secret definition={definition} locale={locale} texts={texts} />
  const { kind, choices } = definition
  const name = settingField(definition)
  const label = definition.label[locale]
  const hint = hintOf(definition, locale, texts)
  if (choices) {
    const unset = { value: '', label: unsetChoice(definition, locale, texts) }
    const options = Object.keys(choices).map((value) => ({
      value,
      label: choiceLabel(definition, value, locale),
    }))
    return <SelectField name={name} label={label} hint={hint} options={[unset, ...options]} />
  }
  if (kind === 'boolean') {
    const options = [
      { value: '', label: texts.automatic },
      { value: 'true', label: texts.on },
      { value: 'false', label: texts.off },
    ]
    return <SelectField name={name} label={label} hint={hint} options={options} />
  }
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      inputMode={INPUT_MODES[kind]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function Secret({ definition, locale, texts }: SettingControlProps) {
  const { name } = definition
  const shown = shownValue(definition)
  const set = typeof shown === 'object' && shown !== null && 'set' in shown && shown.set
  const example = hintOf(definition, locale, texts)
  const hint = set ? texts.secretSet : [texts.secretUnset, example].filter(Boolean).join('. ')
  return (
    <div className="grid gap-2">
      <Field
        name={settingField(definition)}
        label={definition.label[locale]}
        hint={hint}
        type="password"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {set ? <CheckField name={removalField(name)} label={texts.remove} /> : null}
    </div>
  )
}

function Locked({ definition, locale, texts }: SettingControlProps) {
  const { kind, env } = definition
  const text = kind === 'secret' ? '••••••••' : displayValue(definition, locale, texts)
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium">{definition.label[locale]}</p>
      <p className="break-all">{text || texts.notSet}</p>
      <LockedNote env={env} texts={texts} />
    </div>
  )
}

/** Names the environment variable that decides a setting. */
export function LockedNote({ env, texts }: { env: string; texts: Texts }) {
  return (
    <p className="flex items-start gap-1.5 text-[0.8125rem] text-muted">
      <LockKeyhole aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{formatMessage(texts.locked, { variable: env })}</span>
    </p>
  )
}

function hintOf(definition: SettingDefinition, locale: Locale, texts: Texts) {
  const { name, hint } = definition
  const size = sizeOf(definition, locale)
  if (size) return formatMessage(texts.currentSize, { size })
  if (name !== 'disabled_providers') return hint?.[locale]
  const providers = configuredProviders().join(', ') || texts.noProviders
  return hint && formatMessage(hint[locale], { providers })
}

/** A number of bytes in a readable unit; null for other settings. */
function sizeOf(definition: SettingDefinition, locale: Locale): string | null {
  const value = valueText(definition)
  return definition.unit === 'bytes' && value ? formatBytes(Number(value), locale) : null
}

/** Includes disabled providers, so that they can be enabled again here. */
const configuredProviders = () => [...enabledProviders(), ...settings().external.disabledProviders]

/** The value in effect while nothing is selected. */
function unsetChoice(definition: SettingDefinition, locale: Locale, texts: Texts): string {
  const label = displayValue(definition, locale, texts)
  return label ? `${texts.automatic} (${label})` : texts.automatic
}

/** The value in effect, readable; empty if there is none. */
function displayValue(definition: SettingDefinition, locale: Locale, texts: Texts): string {
  const value = valueText(definition)
  if (definition.kind === 'boolean' && value) return value === 'true' ? texts.on : texts.off
  const size = sizeOf(definition, locale)
  return size ? `${value} (${size})` : choiceLabel(definition, value, locale)
}

/** The label of a choice; any other value as it is. */
function choiceLabel({ choices }: SettingDefinition, value: string, locale: Locale): string {
  const label = choices?.[value] ?? value
  return typeof label === 'string' ? label : label[locale]
}
