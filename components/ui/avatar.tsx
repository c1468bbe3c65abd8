import { mergeClassNames } from '@/components/ui/class-names'

/** The first letters of a name or an address in a circle. Decoration: the name stands beside it or in a label. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return (
    <span
      aria-hidden
      className={mergeClassNames(
        'inline-grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent uppercase',
        className,
      )}
    >
      {letters.join('')}
    </span>
  )
}
