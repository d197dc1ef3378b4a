// The graph of tasks: every task has a place of its own within the picture, be they five or five thousand.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgePath, layOut, neighbour, type Step } from '../src/live/graph/task-layout.ts'

const stagesOf = (count: number) => Array.from({ length: count }, (_, k) => ({ title: `Stage ${k}` }))
const tasksOf = (...sizes: readonly number[]) =>
  sizes.flatMap((size, stage) => Array<{ stage: number }>(size).fill({ stage }))

describe('the layout', () => {
  it('gives every task a place of its own, inside the picture, under the title of its stage', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 280, max: 2000 }),
        (sizes, width) => {
          const layout = layOut(tasksOf(...sizes), stagesOf(sizes.length), width)
          const { cell } = layout
          const outside = layout.cells.filter(({ x, y, stage }) => {
            const box = layout.stages[stage]!
            const isAcross = x >= box.x && x + cell.width <= box.x + box.width + 0.5
            return !isAcross || y <= box.y || y + cell.height > layout.height
          })
          expect(outside).toEqual([])
          const places = new Set(layout.cells.map(({ x, y }) => `${x} ${y}`))
          expect(places.size).toBe(layout.cells.length)
          expect(layout.cells).toHaveLength(sizes.reduce((sum, size) => sum + size, 0))
          for (const box of layout.stages) expect(box.x + box.width).toBeLessThanOrEqual(width + 0.5)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('names few tasks and draws many small', () => {
    expect(layOut(tasksOf(5, 2, 1), stagesOf(3), 1200)).toMatchObject({ isNamed: true, isBanded: false })
    const many = layOut(tasksOf(5000, 7, 1), stagesOf(3), 1280)
    expect(many).toMatchObject({ isNamed: false, isBanded: false })
    expect(many.height).toBeLessThan(550)
    const phone = layOut(tasksOf(5000, 7, 1), stagesOf(3), 302)
    expect(phone).toMatchObject({ isNamed: false, isBanded: true })
    expect(phone.height).toBeLessThan(800)
  })

  it('stands when there is nothing yet, and when a task names a stage that is not told', () => {
    expect(layOut([], [], 800)).toMatchObject({ cells: [], stages: [{ x: 0, y: 0 }] })
    expect(layOut([{ stage: 9 }, { stage: -1 }], stagesOf(2), 800).cells.map(({ stage }) => stage)).toEqual([1, 0])
  })

  it('looks at each of 20,000 tasks a few times', () => {
    let looks = 0
    const tasks = tasksOf(20_000, 8, 1).map(({ stage }) => ({
      get stage() {
        looks++
        return stage
      },
    }))
    layOut(tasks, stagesOf(3), 1200)
    expect(looks).toBeGreaterThanOrEqual(20_000)
    expect(looks).toBeLessThanOrEqual(8 * 20_000)
  })
})

describe('edges', () => {
  it('go ahead from one stage to the next in columns, and down in bands', () => {
    const wide = layOut(tasksOf(1, 1), stagesOf(2), 1000)
    const [from, to] = [wide.cells[0]!, wide.cells[1]!]
    const middle = from.y + wide.cell.height / 2
    expect(edgePath(from, to, wide).startsWith(`M${from.x + wide.cell.width} ${middle}C`)).toBe(true)
    expect(edgePath(from, to, wide).endsWith(` ${to.x} ${middle}`)).toBe(true)
    const narrow = layOut(tasksOf(1, 1), stagesOf(2), 320)
    const [above, below] = [narrow.cells[0]!, narrow.cells[1]!]
    expect(edgePath(above, below, narrow).endsWith(` ${below.x + narrow.cell.width / 2} ${below.y}`)).toBe(true)
  })
})

describe('arrow keys', () => {
  const layout = layOut(tasksOf(3, 2), stagesOf(2), 1000)
  const walk = (at: number, ...steps: Step[]) => steps.reduce((from, step) => neighbour(layout, from, step), at)

  it('go to what is beside, and stay at the rim', () => {
    expect(walk(0, 'down')).toBe(1)
    expect(walk(0, 'right')).toBe(3)
    expect(walk(1, 'right', 'left')).toBe(1)
    expect(walk(0, 'up')).toBe(0)
    expect(walk(4, 'right')).toBe(4)
    expect(walk(4, 'first')).toBe(0)
    expect(walk(0, 'last')).toBe(4)
  })

  it('reach every task', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 300, max: 1400 }),
        (sizes, width) => {
          const any = layOut(tasksOf(...sizes), stagesOf(sizes.length), width)
          const seen = new Set([0])
          const queue = [0]
          for (let at = queue.pop(); at !== undefined; at = queue.pop())
            for (const step of ['left', 'right', 'up', 'down'] as const) {
              const next = neighbour(any, at, step)
              if (seen.has(next)) continue
              seen.add(next)
              queue.push(next)
            }
          expect(seen.size).toBe(any.cells.length)
        },
      ),
      { numRuns: 40 },
    )
  })
})
