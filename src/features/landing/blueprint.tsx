import { styled } from '#components/styled.ts';

const Sheet = styled('div', {
  base: {
    position: 'absolute',
    inset: '0',
    overflow: 'hidden',
    pointerEvents: 'none',
    '& > svg': { position: 'absolute' },
    '& [data-part=grid]': { inset: '0', width: '100%', height: '100%', color: 'accent', opacity: '0.11' },
    '& [data-part=house]': {
      color: 'accent',
      opacity: { base: '0.5', lg: '0.62' },
      insetInlineEnd: { base: '1rem', md: '2rem', lg: 'max(2rem, calc(50vw - 34rem))' },
      bottom: { base: '6rem', lg: '50%' },
      width: { base: 'calc(100% - 2rem)', sm: '30rem', lg: 'min(46vw, 40rem)' },
      transform: { lg: 'translateY(50%)' },
      height: 'auto',
      overflow: 'visible',
      // On a small phone the words need the space.
      '@media (max-height: 42rem) and (max-width: 64rem)': { display: 'none' },
    },
    '& [data-part=measures]': { color: 'highlight', fontFamily: 'mono', fontSize: '11px', letterSpacing: '0.04em' },
    _print: { display: 'none' },
  },
});

/** There is a wall every 600 mm; one unit of the drawing is 20 mm. */
const STUDS = Array.from({ length: 15 }, (_, index) => 110 + index * 30);

/** The drawing board: a faint grid, and the elevation of a framed house with a roof of 30 degrees. Decoration only. */
export function Blueprint() {
  return (
    <Sheet aria-hidden="true">
      <svg aria-hidden="true" data-part="grid" focusable="false">
        <defs>
          <pattern id="blueprint-grid" width="96" height="96" patternUnits="userSpaceOnUse">
            <path
              d="M24.5 0v96M48.5 0v96M72.5 0v96M0 24.5h96M0 48.5h96M0 72.5h96"
              stroke="currentColor"
              strokeOpacity="0.45"
            />
            <path d="M.5 0v96M0 .5h96" stroke="currentColor" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#blueprint-grid)" />
      </svg>
      <svg
        aria-hidden="true"
        data-part="house"
        focusable="false"
        viewBox="0 0 640 470"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
      >
        <House />
        <Measures />
      </svg>
    </Sheet>
  );
}

function House() {
  return (
    <>
      <path strokeWidth="2" d="M20 400h600M96 388h448v12H96zM110 388V253M530 388V253M80 253h480L320 114.4z" />
      <path d="M110 259h420M110 382h420M92 253L320 121.3 548 253" />
      <path d={STUDS.map((x) => `M${x} 259v${framed(x)}`).join('')} />
      <path strokeWidth="2" d="M185 292h90v58h-90zM380 290h60v98h-60z" />
      <path d="M185 321h90M230 292v58M380 290l60 98" strokeOpacity="0.7" />
      <path d="M320 114.4V253M320 253L200 183.7V253M320 253l120-69.3V253M200 253l-60-34.6M440 253l60-34.6" />
      <path
        d="M40 412l12-12M88 412l12-12M136 412l12-12M184 412l12-12M232 412l12-12M280 412l12-12M328 412l12-12M376 412l12-12M424 412l12-12M472 412l12-12M520 412l12-12M568 412l12-12"
        strokeOpacity="0.7"
      />
    </>
  );
}

/** The lower end of a stud, above a window or the door. */
const framed = (x: number): number => (x > 185 && x < 275 ? 33 : x > 380 && x < 440 ? 31 : 123);

function Measures() {
  return (
    <g data-part="measures">
      <path strokeDasharray="14 4 2 4" d="M320 84v362" />
      <path d="M110 410v40M530 410v40M104 440h432M106 444l8-8M526 444l8-8" />
      <path d="M552 253h56M536 388h72M600 247v147M596 257l8-8M596 392l8-8" />
      <path d="M118 253a38 38 0 00-5.1-19" />
      <g fill="currentColor" stroke="none">
        <text x="210" y="434">
          8 400
        </text>
        <text x="606" y="325">
          2 700
        </text>
        <text x="126" y="246">
          30°
        </text>
      </g>
    </g>
  );
}
