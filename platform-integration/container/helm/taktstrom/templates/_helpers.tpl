{{- define "taktstrom.name" -}}
{{- if contains "taktstrom" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-taktstrom" .Release.Name | trunc 52 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "taktstrom.selector" -}}
app.kubernetes.io/name: taktstrom
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "taktstrom.labels" -}}
{{ include "taktstrom.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "taktstrom.configMap" -}}
{{- if .Values.existingConfigMap }}{{ .Values.existingConfigMap }}{{ else }}{{ include "taktstrom.name" . }}{{ end -}}
{{- end -}}
