/** The data of the analytics panel: texts as they are shown, and the numbers of the charts. */
import * as z from 'zod';

/** How far back runs count, in days. `all`: every run. */
export const TIME_RANGES = ['7', '30', '90', 'all'] as const;

/** A bar of a chart: its label, its length, and its value as text. */
export const barSchema = z.object({
  label: z.string(),
  /** More about the label, such as the contract of a chunk. */
  detail: z.string().optional(),
  value: z.number().min(0),
  text: z.string(),
});

/** A chart over time: for each period the value of each series. */
export const timelineSchema = z.object({
  periods: z.array(z.object({ label: z.string(), values: z.array(z.number().min(0)), texts: z.array(z.string()) })),
  series: z.array(z.string()),
  /** The end of the axis. */
  max: z.number().min(0),
  maxText: z.string(),
});

export const analyticsTableSchema = z.object({
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  /** The first cell of a row is its heading. */
  rows: z.array(z.array(z.string())),
});

export const analyticsChartSchema = z.object({
  id: z.enum(['assertions', 'attempts', 'first-try', 'cost', 'time', 'chunks', 'models']),
  title: z.string(),
  /** One sentence: what the chart says. */
  summary: z.string(),
  bars: z.array(barSchema).optional(),
  timeline: timelineSchema.optional(),
  table: analyticsTableSchema,
});

export const analyticsViewSchema = z.object({
  /** `none`: there is no run at all. `filtered`: no run matches the filter. */
  state: z.enum(['ready', 'none', 'filtered']),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What makes the numbers incomplete. */
  notes: z.array(z.string()),
  charts: z.array(analyticsChartSchema),
  contracts: z.array(z.string()),
  models: z.array(z.string()),
});

export type TimeRange = (typeof TIME_RANGES)[number];
export type BarView = z.infer<typeof barSchema>;
export type TimelineChartView = z.infer<typeof timelineSchema>;
export type AnalyticsTable = z.infer<typeof analyticsTableSchema>;
export type AnalyticsChart = z.infer<typeof analyticsChartSchema>;
export type AnalyticsView = z.infer<typeof analyticsViewSchema>;
