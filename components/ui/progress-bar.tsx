interface ProgressBarProps {
  label: string
  /** The same in words. */
  said: string
  value: number
  max: number
}

/** How far something is: the browser's own bar. Of nothing, all is done. */
export function ProgressBar({ label, said, value, max }: ProgressBarProps) {
  return (
    <progress
      role="progressbar"
      aria-label={label}
      aria-valuetext={said}
      value={max === 0 ? 1 : value}
      max={max || 1}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-all"
    />
  )
}
