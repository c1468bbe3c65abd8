interface ColumnChartProps {
  id: string
  /** What is drawn, and in a sentence what it comes to: for those who do not see it. */
  title: string
  summary: string
  /** One for each column; null where nothing is known. */
  points: readonly { value: number | null; tip: string }[]
  /** Columns that stand alone count what happened; a level goes on from one to the next. */
  shape: 'columns' | 'level'
  tone: 'accent' | 'danger' | 'success'
}

const HEIGHT = 100
const STEP = 10
/** A column of anything at all is seen. */
const LEAST = 3

const tones = {
  accent: { fill: 'fill-accent', line: 'stroke-accent' },
  danger: { fill: 'fill-danger', line: 'stroke-danger' },
  success: { fill: 'fill-success', line: 'stroke-success' },
}

/** A small chart, drawn on the server: it is as wide as its place, needs no script, and tells each value on hovering. */
export function ColumnChart({ id, title, summary, points, shape, tone }: ColumnChartProps) {
  const top = Math.max(1, ...points.map(({ value }) => value ?? 0))
  const width = points.length * STEP
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-24 w-full overflow-visible"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-summary`}>{summary}</desc>
      {[0, HEIGHT / 2, HEIGHT].map((y) => (
        <line
          key={y}
          x1={0}
          x2={width}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className={y === HEIGHT ? 'stroke-line-strong' : 'stroke-line'}
        />
      ))}
      {points.map(({ value, tip }, index) => {
        const height = value ? Math.max(LEAST, (value / top) * HEIGHT) : 0
        const x = index * STEP
        return (
          <g key={tip} className="group">
            <title>{tip}</title>
            <rect
              x={x}
              y={0}
              width={STEP}
              height={HEIGHT}
              className="fill-transparent group-hover:fill-hover"
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
      })}
    </svg>
  )
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
