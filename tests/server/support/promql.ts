/** Figures of Prometheus itself or of its node exporter. */
const FOREIGN = /^(?:up|node_filesystem_\w+|ALERTS)$/;
const SELECTOR = /\b([a-zA-Z]+(?:_[a-z0-9]+)+|up)\b(?:\{([^}]*)\})?/g;
const FUNCTIONS = new Set(['histogram_quantile', 'min_over_time']);
/** Labels that Prometheus adds to every figure. */
const ADDED_LABELS = new Set(['job', 'instance']);

/**
 * The names, labels and label values that a PromQL expression uses and a server's figures do not have.
 * @param figures the text of /metrics
 */
export function missingFrom(figures: string, expression: string): readonly string[] {
  const bare = expression.replace(/\b(?:by|on|without) \([^)]*\)/g, '').replace(/\$\w+/g, '5m');
  const asked = [...bare.matchAll(SELECTOR)].filter(([, name = '']) => !FUNCTIONS.has(name) && !FOREIGN.test(name));
  const missing = asked.flatMap(([, name = '', labels = '']) => {
    const lines = figures.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
    return lines.length === 0 ? [name] : missingLabels(lines.join('\n'), labels).map((label) => `${name}{${label}}`);
  });
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  return [...missing, ...grouped.filter((label) => !ADDED_LABELS.has(label) && !figures.includes(`${label}="`))];
}

/** A status label has a value only after an event, so only the label's name is checked. */
function missingLabels(lines: string, labels: string): readonly string[] {
  return [...labels.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].flatMap(([, label = '', operator, value]) => {
    if (ADDED_LABELS.has(label)) return [];
    const isExact = operator === '=' && label !== 'status';
    const wanted = isExact ? `${label}="${value}"` : `${label}="`;
    return lines.includes(wanted) ? [] : [wanted];
  });
}

/** The figures as series of a promtool test: each with its value, for every minute of an hour. */
export function asInputSeries(figures: string): readonly string[] {
  const lines = figures.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!/^-?[\d.e+-]+$/.test(value)) return [];
    const all = ['job="application"', 'instance="a"', ...(labels === '' ? [] : [labels])].join(',');
    return [`      - series: '${name}{${all.replaceAll("'", "''")}}'\n        values: ${Number(value)}+0x60`];
  });
}
