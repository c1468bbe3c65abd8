import { mergeClassNames } from '@/components/ui/class-names'

interface AvatarProps {
  name: string
  /** The person's picture, where there is one. */
  src?: string | null
  className?: string
}

/** A person's picture, or the first letters of their name or address, in a circle. Decoration: the name stands beside it or in a label. */
export function Avatar({ name, src = null, className }: AvatarProps) {
  if (src !== null)
    return (
      // eslint-disable-next-line @next/next/no-img-element -- small already, and only for who may see it
      <img
        src={src}
        alt=""
        loading="lazy"
        className={mergeClassNames('inline-block size-7 shrink-0 rounded-full object-cover', className)}
      />
    )
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
