// A dashboard's file as Grafana's own types have it: a panel, an option or a word of an enumeration that it does not know is a mistake.
import type {
  Dashboard, FieldConfig, FieldConfigSource, Panel, RowPanel,
} from './node_modules/@grafana/schema/dist/types/raw/dashboard/x/types.gen';
import type { Options as StatOptions } from './node_modules/@grafana/schema/dist/types/raw/composable/stat/panelcfg/x/types.gen';
import type {
  FieldConfig as StateField, Options as StateOptions,
} from './node_modules/@grafana/schema/dist/types/raw/composable/statetimeline/panelcfg/x/types.gen';
import type {
  FieldConfig as GraphField, Options as GraphOptions,
} from './node_modules/@grafana/schema/dist/types/raw/composable/timeseries/panelcfg/x/types.gen';

// In a file an enumeration is its text.
type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

// What a file leaves out has Grafana's default.
type Kind<Type, Options, Field> = Omit<Panel, 'type' | 'options' | 'fieldConfig'> & {
  type: Type;
  options: Partial<Options>;
  fieldConfig: Omit<FieldConfigSource, 'defaults'> & { defaults: Omit<FieldConfig, 'custom'> & { custom?: Partial<Field> } };
};

type AnyPanel =
  | RowPanel
  | Kind<'stat', StatOptions, Record<string, never>>
  | Kind<'state-timeline', StateOptions, StateField>
  | Kind<'timeseries', GraphOptions, GraphField>;

export type DashboardFile = Json<Omit<Dashboard, 'panels'> & { panels: AnyPanel[] }>;
