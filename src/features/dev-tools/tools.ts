import { type ComponentType, lazy } from 'react';
import type { ToolProps } from './tool.tsx';

/** The tools of the menu (contract, section 6), each loaded when it is first opened. */
export const TOOLS: readonly { readonly title: string; readonly Tool: ComponentType<ToolProps> }[] = [
  {
    title: 'CRICOS API tester',
    Tool: lazy(() => import('./cricos/cricos-tester.tsx').then((module) => ({ default: module.CricosTester }))),
  },
  {
    title: 'Workflow JSON validator',
    Tool: lazy(() =>
      import('./validator/workflow-validator.tsx').then((module) => ({ default: module.WorkflowValidator })),
    ),
  },
  {
    title: 'API response debug',
    Tool: lazy(() => import('./calls/api-debug.tsx').then((module) => ({ default: module.ApiDebug }))),
  },
  {
    title: 'JSON preview',
    Tool: lazy(() => import('./preview/json-preview.tsx').then((module) => ({ default: module.JsonPreview }))),
  },
  {
    title: 'State',
    Tool: lazy(() => import('./state/state-tool.tsx').then((module) => ({ default: module.StateTool }))),
  },
];
