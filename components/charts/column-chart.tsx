'use client'

import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clsx } from 'clsx'
import { useHydrated } from '@/components/ui/use-hydrated'

export interface ChartPoint {
  /** Null if nothing was measured. */
  value: number | null
  /** The value and its time, in words. */
  text: string
  time: string
}

interface ColumnChartProps {
  id: string
  title: string
  /** The chart in one sentence, for users who cannot see it. */
  summary: string
  points: readonly ChartPoint[]
  /**
   * `columns` shows counts of separate events; in a `level`, the value continues from one point to
   * the next.
   */
  shape: 'columns' | 'level'
  tone: 'accent' | 'danger' | 'success' | 'neutral'
}

const HEIGHT = 100
const STEP = 10
/** The minimum height of a non-zero column, so that it stays visible. */
const LEAST = 3

const tones = {
  accent: { fill: 'fill-accent', line: 'stroke-accent' },
  danger: { fill: 'fill-danger', line: 'stroke-danger' },
  success: { fill: 'fill-success', line: 'stroke-success' },
  neutral: { fill: 'fill-muted', line: 'stroke-muted' },
}

/**
 * A small chart as wide as its container. Hovering, or the arrow keys when it has the focus, shows
 * the value of each point in a tooltip. Without JavaScript, the browser shows the same text as the
 * point's title.
 */
export function ColumnChart({ id, title, summary, points, shape, tone }: ColumnChartProps) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState<{ index: number; byKey: boolean } | null>(null)
  const last = points.length - 1
  const onKeyDown = (event: KeyboardEvent) => {
    const index = nextIndex(event.key, shown?.index ?? last, last)
    if (index === undefined) return
    event.preventDefault()
    setShown(index === null ? null : { index, byKey: true })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * points.length)
    setShown({ index: Math.min(last, Math.max(0, index)), byKey: false })
  }
  const point = shown ? points[shown.index] : undefined
  return (
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      tabIndex={hydrated ? 0 : undefined}
      className="relative rounded-xs"
      onKeyDown={onKeyDown}
      onFocus={(event) =>
        event.target.matches(':focus-visible') && setShown({ index: last, byKey: true })
      }
      onBlur={() => setShown(null)}
      onPointerDown={onPointerMove}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setShown(null)}
    >
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-summary`}
        viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-24 w-full overflow-visible"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-summary`}>{summary}</desc>
        <Grid width={points.length * STEP} />
        <Columns
          points={points}
          shape={shape}
          tone={tone}
          active={shown?.index}
          titled={!hydrated}
        />
      </svg>
      {shown && point ? <Tooltip point={point} at={(shown.index + 0.5) / points.length} /> : null}
      <span aria-live="polite" className="sr-only">
        {shown?.byKey && point ? `${point.time}: ${point.text}` : ''}
      </span>
    </div>
  )
}

/** The point that a key moves to, null to leave the chart, or undefined for other keys. */
function nextIndex(key: string, from: number, last: number): number | null | undefined {
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'ArrowRight') return Math.min(last, from + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' ? null : undefined
}

function Grid({ width }: { width: number }) {
  return [0, HEIGHT / 2, HEIGHT].map((y) => (
    <line
      key={y}
      x1={0}
      x2={width}
      y1={y}
      y2={y}
      vectorEffect="non-scaling-stroke"
      className={y === HEIGHT ? 'stroke-line-strong' : 'stroke-line'}
    />
  ))
}

interface ColumnsProps extends Pick<ColumnChartProps, 'points' | 'shape' | 'tone'> {
  active: number | undefined
  /** Whether each point has a title, which browsers show on hover. */
  titled: boolean
}

function Columns({ points, shape, tone, active, titled }: ColumnsProps) {
  const top = Math.max(1, ...points.map(({ value }) => value ?? 0))
  return points.map(({ value, time, text }, index) => {
    const height = value ? Math.max(LEAST, (value / top) * HEIGHT) : 0
    const x = index * STEP
    return (
      <g key={time}>
        {titled ? <title>{`${time}: ${text}`}</title> : null}
        <rect
          x={x}
          y={0}
          width={STEP}
          height={HEIGHT}
          className={index === active ? 'fill-hover' : 'fill-transparent'}
        />
        {shape === 'columns' ? (
          <rect
            x={x + 1.5}
            y={HEIGHT - height}
            width={STEP - 3}
            height={height}
            className={tones[tone].fill}
          />
        ) : value === null ? null : (
          <Level x={x} height={height} tone={tone} />
        )}
      </g>
    )
  })
}

function Level({ x, height, tone }: { x: number; height: number; tone: ColumnChartProps['tone'] }) {
  const y = HEIGHT - height
  return (
    <>
      <rect x={x} y={y} width={STEP} height={height} opacity={0.2} className={tones[tone].fill} />
      <line
        x1={x}
        x2={x + STEP}
        y1={y}
        y2={y}
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
        className={tones[tone].line}
      />
    </>
  )
}

/**
 * The value of a point, above it. `at` is the position along the chart, from 0 to 1; near the edges
 * the tooltip shifts inward.
 */
function Tooltip({ point, at }: { point: ChartPoint; at: number }) {
  return (
    <span
      aria-hidden
      data-tooltip
      className={clsx(
        'pointer-events-none absolute bottom-full z-10 mb-1 rounded-md border border-line bg-raised px-2 py-1 text-xs whitespace-nowrap shadow-float',
        at < 0.25
          ? '-translate-x-3'
          : at > 0.75
            ? '-translate-x-[calc(100%-0.75rem)]'
            : '-translate-x-1/2',
      )}
      style={{ left: `${at * 100}%` }}
    >
      <span className="font-semibold tabular-nums">{point.text}</span>{' '}
      <span className="text-muted">{point.time}</span>
    </span>
  )
}
