import { providerMarks } from '@/components/external/generated/provider-marks'
import { providerLabel, type ProviderName } from '@/lib/external/enabled-providers'

/** A provider's own mark, in its colors or in that of the text; for one whose mark is not known, a tile with its first letter. */
export function ProviderMark({ provider, className }: { provider: ProviderName; className?: string }) {
  const mark = Object.hasOwn(providerMarks, provider) ? providerMarks[provider] : undefined
  if (!mark) return <LetterTile label={providerLabel(provider)} className={className} />
  return (
    <svg aria-hidden viewBox={mark.viewBox} fill="currentColor" className={className}>
      {mark.paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  )
}

function LetterTile({ label, className }: { label: string; className?: string }) {
  const letter = (/[\p{L}\p{N}]/u.exec(label)?.[0] ?? '?').toUpperCase()
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={className}>
      <rect width="24" height="24" rx="6" opacity="0.14" />
      <text x="12" y="17" textAnchor="middle" fontSize="14" fontWeight="600">
        {letter}
      </text>
    </svg>
  )
}
