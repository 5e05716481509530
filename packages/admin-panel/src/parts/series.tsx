import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

type SeriesProps = {
  name: string;
  times: readonly string[];
  values: readonly (number | null | undefined)[];
};

const HEIGHT = 112;
const SECOND_MS = 1_000;

/** A small curve of a measure; in the colours of the page, also after they have changed. */
export function Series({ name, times, values }: SeriesProps) {
  const box = useRef<HTMLDivElement>(null);
  const data = useRef<uPlot.AlignedData>([[], []]);
  const plot = useRef<uPlot | null>(null);
  const dataKey = JSON.stringify([times, values]);
  useEffect(() => {
    const seconds = times.map((time) => Date.parse(time) / SECOND_MS);
    data.current = [seconds, values.map((value) => value ?? null)];
    plot.current?.setData(data.current);
    // The text stands for both lists, which are new with every answer.
  }, [dataKey]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const draw = (): void => {
      plot.current?.destroy();
      plot.current = new uPlot(optionsOf(element.clientWidth), data.current, element);
    };
    draw();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    const watcher = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    watcher.observe(element);
    return () => {
      dark.removeEventListener('change', draw);
      watcher.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  return <div ref={box} className="series" role="img" aria-label={`Curve of ${name}`} />;
}

function optionsOf(width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const axis = {
    stroke: colour('--text-quiet'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), 'Etc/UTC'),
    cursor: { show: false },
    legend: { show: false },
    axes: [
      { ...axis, grid: { show: false }, size: 24, space: 60 },
      { ...axis, size: 44, space: 32 },
    ],
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max ?? 1)] } },
    series: [
      {},
      {
        stroke: colour('--accent'),
        fill: colour('--accent-soft'),
        width: 2,
        points: { show: false },
      },
    ],
  };
}
