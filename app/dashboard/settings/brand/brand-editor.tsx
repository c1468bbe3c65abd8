'use client'

import {
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type ControlProps, FieldFrame } from '@/components/forms/fields'
import { buttonClasses } from '@/components/ui/button'
import { Input } from '@/components/ui/form-controls'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useTypedText } from '@/components/ui/use-typed-text'
import { accentPalette, type AccentShades } from '@/lib/brand/accent-palette'
import { accentContrast, isColor, MIN_CONTRAST } from '@/lib/config/color-contrast'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** What the picker shows while no color is set: close to --accent in app/globals.css. */
const BUILT_IN = '#2453c8'

interface AccentFieldProps {
  name: string
  label: string
  hint: string | undefined
  /** The label of the color picker. */
  pickerLabel: string
}

/** A color as `#rrggbb`, with a color picker if JavaScript runs. */
export function AccentField({ pickerLabel, ...field }: AccentFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => <Controls control={control} pickerLabel={pickerLabel} />}
    </FieldFrame>
  )
}

function Controls({ control, pickerLabel }: { control: ControlProps; pickerLabel: string }) {
  const { defaultValue = '', ...rest } = control
  const { input, text, setText } = useTypedText(defaultValue)
  const picks = useHydrated()
  const saved = useRef(defaultValue)
  useEffect(() => {
    const isNew = saved.current !== defaultValue
    saved.current = defaultValue
    if (isNew && input.current !== document.activeElement) setText(defaultValue)
  }, [defaultValue, input, setText])
  const color = text.trim().toLowerCase()
  return (
    <div className="flex gap-2">
      <Input
        {...rest}
        ref={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-40 font-mono"
      />
      {picks ? (
        <input
          type="color"
          aria-label={pickerLabel}
          value={isColor(color) ? color : BUILT_IN}
          onChange={(event) => setText(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-control-line bg-raised p-1 shadow-control"
        />
      ) : null}
    </div>
  )
}

interface Look {
  name: string
  /** `#rrggbb`; empty for the built-in colors. */
  accent: string
}

interface LivePreviewProps {
  saved: Look
  locale: Locale
  texts: Messages['brand']['preview']
  /** The fields that the preview reflects. */
  children: ReactNode
}

/** The brand fields and a preview in both themes: as saved or, with JavaScript, as typed. */
export function LivePreview({ saved, locale, texts, children }: LivePreviewProps) {
  const [draft, setDraft] = useState(saved)
  const follow = ({ target }: FormEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement)) return
    const value = target.value.trim()
    if (target.name === 'setting_product_name')
      setDraft((look) => ({ ...look, name: value || saved.name }))
    const accent = value.toLowerCase()
    const isAccent = target.name === 'setting_accent_color' || target.type === 'color'
    if (isAccent && (accent === '' || isColor(accent))) setDraft((look) => ({ ...look, accent }))
  }
  return (
    <div className="grid gap-5" onInput={follow}>
      {children}
      <div role="group" aria-label={texts.title} className="grid gap-2">
        <p className="text-sm font-medium">{texts.title}</p>
        <p className="text-[0.8125rem] text-muted">{texts.lead}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Sample
            theme="light"
            look={draft}
            isSaved={draft.accent === saved.accent}
            texts={texts}
          />
          <Sample theme="dark" look={draft} isSaved={draft.accent === saved.accent} texts={texts} />
        </div>
        <p aria-live="polite" className="text-[0.8125rem] text-muted empty:sr-only">
          {draft.accent ? contrastText(draft.accent, locale, texts) : null}
        </p>
      </div>
    </div>
  )
}

function contrastText(accent: string, locale: Locale, texts: LivePreviewProps['texts']): string {
  const contrast = accentContrast(accent)
  const ratio = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(contrast)
  return formatMessage(contrast < MIN_CONTRAST ? texts.tooLow : texts.contrast, { ratio })
}

interface SampleProps {
  theme: 'light' | 'dark'
  look: Look
  /** Whether this is the saved color, which the page itself already uses. */
  isSaved: boolean
  texts: LivePreviewProps['texts']
}

const CLASSES =
  'grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-4 text-ink'

function Sample({ theme, look: { name, accent }, isSaved, texts }: SampleProps) {
  const className = [CLASSES, theme === 'light' ? 'theme-light' : 'theme-dark']
  if (!accent) className.push('built-in-brand')
  return (
    <div
      role="group"
      aria-label={texts[theme]}
      className={className.join(' ')}
      // Only set by script: the page's Content-Security-Policy forbids style attributes in HTML.
      style={!isSaved && accent ? properties(accentPalette(accent)[theme]) : undefined}
    >
      <p className="text-xs text-muted">{texts[theme]}</p>
      <p className="max-w-full font-semibold break-words">
        {formatMessage(texts.heading, { name })}
      </p>
      <span className={buttonClasses()}>{texts.button}</span>
      <span className="font-medium text-accent underline decoration-line-strong underline-offset-3">
        {texts.link}
      </span>
    </div>
  )
}

const properties = ({ accent, soft, onAccent, hover }: AccentShades) =>
  ({
    '--accent': accent,
    '--accent-soft': soft,
    '--primary': accent,
    '--primary-hover': hover,
    '--on-primary': onAccent,
  }) as CSSProperties
